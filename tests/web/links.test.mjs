// web/links.js: when the view is written into the address, and when the address is read.
import assert from 'node:assert/strict';
import test from 'node:test';
import {globals, load} from './support.mjs';

const {Links} = await load('links.js');

// A page with that fragment. `seen.link`: what the app would write of its view.
function page(hash = '', first = undefined) {
  const seen = {opened: [], written: [], changes: 0, link: '', shown: 1, hear: {}};
  globals({
    location: {hash, pathname: '/trace/', search: '?workers=2'},
    addEventListener: (name, handler) => { seen.hear[name] = handler; },
    history: {replaceState: (state, title, url) => seen.written.push(url)},
  });
  const app = {
    _tpa_open_link: (at) => seen.opened.push(at), _tpa_shown: () => seen.shown, _tpa_link: () => seen.link,
    UTF8ToString: (at) => at,
  };
  seen.links = new Links(app, (words, use) => use(words), () => { ++seen.changes; }, first);
  return seen;
}

test('a fragment that the page comes with is opened, and none is not', () => {
  const seen = page('#v=1&x=2');
  assert.deepEqual([seen.opened, seen.changes], [['v=1&x=2'], 1]);
  assert.deepEqual(page('').opened, []);
});

test('the view of a trace inside the page is opened, unless the address has another', () => {
  assert.deepEqual(page('', 'v=1').opened, ['v=1']);
  assert.deepEqual(page('#v=2', 'v=1').opened, ['v=2']);
});

test('until a trace is shown, the fragment stays for the one to come', () => {
  const seen = page('#v=1');
  seen.shown = 0;
  seen.link = '';
  seen.links.update();
  assert.deepEqual(seen.written, []);
});

test('a view is written once, until it changes', () => {
  const seen = page();
  seen.link = 'v=2';
  seen.links.update();
  seen.links.update();
  assert.deepEqual(seen.written, ['#v=2']);
  seen.link = 'v=3';
  seen.links.update();
  assert.deepEqual(seen.written, ['#v=2', '#v=3']);
});

test('where there is nothing to tell, the address keeps its query and loses its fragment', () => {
  const seen = page('#v=1');
  seen.links.update();
  assert.deepEqual(seen.written, ['/trace/?workers=2']);
});

test('a fragment that somebody types is opened, and not written back', () => {
  const seen = page();
  location.hash = '#v=9';
  seen.hear.hashchange();
  assert.deepEqual([seen.opened, seen.changes], [['v=9'], 1]);
  seen.link = 'v=9';
  seen.links.update();
  assert.deepEqual(seen.written, []);
  // Taking the fragment away is a change, too.
  location.hash = '';
  seen.hear.hashchange();
  assert.deepEqual(seen.opened, ['v=9', '']);
});
