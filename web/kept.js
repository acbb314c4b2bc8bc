// What the browser keeps of the page from one visit to the next: the settings, and a copy of the page.
import {isEmbedded} from './embed.js';

const KEY = 'tracepane'; // of the settings in localStorage

// Storage may be forbidden; then every visit is the first.
export function kept() {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

export function keep(words) {
  try {
    localStorage.setItem(KEY, words);
  } catch {
    // Nothing is kept.
  }
}

// A copy of the page for when there is no network. Opened as a file, it is its own copy; a page that may come with a trace is
// for this time only.
export function keepForLater() {
  if (isEmbedded() || !('serviceWorker' in navigator) || document.getElementById('inner-trace')) return;
  if (!location.protocol.startsWith('http')) return;
  navigator.serviceWorker.register('offline.js').catch(() => {});
}
