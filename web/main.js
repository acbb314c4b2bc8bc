// The page: owns the File objects, the workers and the frames; everything that is drawn is drawn by the app module.
/* global TracepaneApp */
import {fromDrop, fromList, fromUrl, nameOf, numbered, openedAgain, sameDrop} from './files.js';
import {listen} from './input.js';
import {isEmbedded, listenToParent} from './embed.js';
import {LetterArtist} from './letters.js';
import {Links} from './links.js';
import {Mirror} from './mirror.js';
import {Saver} from './save.js';
import {prepare, Workers} from './workers.js';

const canvas = document.getElementById('canvas');
const status = document.getElementById('status');
const dropSign = document.getElementById('drop');
const WISHES = ['(prefers-color-scheme: light)', '(prefers-contrast: more)', '(prefers-reduced-motion: reduce)']
  .map((query) => matchMedia(query));
const BESIDE = 500; // ms
const KEPT = 'tracepane';
const OFTEN = 50;   // ms at least between pictures of an index that grows,
const SELDOM = 400; // and at most
const SETTLED = 200; // ms until the page itself is drawn

let app = null;
let workers = null;
let samples = [];
let input = null;
let links = null;
let mirror = null;
let size = {width: canvas.clientWidth, height: canvas.clientHeight};
let scheduled = false;
let pictureWanted = '';
const saver = new Saver(() => window.tracepane.command('cancel-export'), (name, why) => {
  window.tracepane.command('cancel-export');
  tell(`${name} could not be written: ${why}`);
});
let contextLost = false; // of WebGL
// Hovering and clicking take effect over some frames.
let framesAfterInput = 0;

function text(value, use) {
  const bytes = new TextEncoder().encode(value + '\0');
  const at = app._malloc(bytes.length) >>> 0;
  app.HEAPU8.set(bytes, at);
  const result = use(at);
  app._free(at);
  return result;
}

function copyIn(bytes) {
  const at = app._malloc(bytes.length) >>> 0;
  app.HEAPU8.set(bytes, at);
  return at;
}

// A word to the person.
function tell(words) {
  text(words, (at) => app._tpa_say(at));
  changed();
}

// Asks nothing of the document: what lies beside the canvas would be laid out within the frame.
function draw(now) {
  scheduled = false;
  if (contextLost) return;
  drawnAt = now;
  const ratio = devicePixelRatio || 1;
  const width = Math.round(size.width * ratio);
  const height = Math.round(size.height * ratio);
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  }
  const picture = pictureWanted;
  pictureWanted = '';
  const more = app._tpa_frame(now, width / ratio, height / ratio, ratio);
  // What is drawn is gone when the browser has shown it.
  if (picture) canvas.toBlob((blob) => saver.whole(picture, blob));
  input.follow();
  if (framesAfterInput > 0) --framesAfterInput;
  if (more || framesAfterInput > 0) schedule();
  follow();
}

function schedule() {
  if (scheduled) return;
  scheduled = true;
  requestAnimationFrame(draw);
}

// As many frames as a tap takes to have its effect.
function drawNow() {
  for (let left = 3; left > 0; --left) draw(performance.now());
}

// Drawing takes from those who decode, most of all where there is no graphics processor: the longer an index has grown,
// the less there is to see of what it grows by.
let openedAt = 0;
let drawnAt = 0;
let growing = null;
function grown() {
  const now = performance.now();
  const pause = Math.min(SELDOM, Math.max(OFTEN, (now - openedAt) / 3));
  growing ??= setTimeout(() => {
    growing = null;
    schedule();
  }, drawnAt + pause - now);
}

function changed() {
  framesAfterInput = 3;
  schedule();
}

function state() {
  const json = JSON.parse(app.UTF8ToString(app._tpa_state()));
  json.memory.heapBytes = app.HEAPU8.length + (workers?.heapBytes.reduce((sum, bytes) => sum + bytes, 0) ?? 0);
  json.workers = workers?.count ?? 0;
  return json;
}

// By the address of the page (?workers=3), else by the settings.
function wantedWorkers() {
  return new URLSearchParams(location.search).get('workers') ?? state().settings.workers;
}

// What lies beside the canvas follows it at its own pace.
let following = null;
function follow() {
  following ??= setTimeout(() => {
    following = null;
    links.update();
    mirror.update();
  }, BESIDE);
}

// What is open, each file with the number of the drop that it came with; and in which way (core/joint/join_options.h).
let dropped = [];
let options = '';
// `instead`: what to go back to where nothing comes of it.
function open(files, {how = '', again = false, instead = null} = {}) {
  let fallback = instead;
  dropped = files;
  options = how;
  workers?.end();
  workers = null;
  if (files.length === 0) {
    text('There is no file in what was dropped.', (at) => app._tpa_fail(at));
    return changed();
  }
  const total = files.reduce((sum, {file}) => sum + file.size, 0);
  const opened = new Workers(files, how, wantedWorkers(), (worker, bytes) => {
    if (workers !== opened) return;
    const at = copyIn(bytes);
    const grows = app._tpa_receive(worker, at, bytes.length, performance.now());
    app._free(at);
    if (grows) grown();
    else schedule();
    const {phase, error} = fallback ? state() : {};
    if (phase === 'failed') {
      open(fallback.files, {how: fallback.how, again: true});
      text(`Not laid beside this trace: ${error}`, (words) => app._tpa_say(words));
    } else if (phase !== 'opening') {
      fallback = null;
    }
  }, (reason) => {
    if (workers !== opened) return;
    opened.end();
    text(`A decode worker broke down (${reason}). The page still works: drop something else, or this once more.`,
      (at) => app._tpa_fail(at));
    changed();
  });
  workers = opened;
  openedAt = performance.now();
  const only = onlyOf(how);
  text(only.replace(/\/$/, '') || nameOf(files), (at) => text(how, (way) =>
    app._tpa_begin_open(at, total, opened.count, performance.now(), way, again ? 1 : 0)));
  return changed();
}

// Of several traces that were dropped, the folder of the one that was chosen.
function onlyOf(how) {
  const at = how.search(/(^| )only /);
  return at < 0 ? '' : how.slice(how.indexOf('only ', at) + 5);
}

// Lays further files beside what is open.
function add(files) {
  const only = onlyOf(options);
  const before = dropped.filter(({path}) => path.startsWith(only));
  const how = options.slice(0, options.length - (only ? only.length + 5 : 0)).replace(/keep \d+ |last-is-trace /g, '');
  const name = nameOf(files);
  const known = sameDrop(before, files);
  if (known !== null) {
    // Once more the same: as it is by now.
    const fresh = numbered(before.filter(({drop = 0}) => drop !== known), files, known);
    return open(fresh, {how, again: true});
  }
  const beside = files.map((one) => ({...one, beside: only}));
  open(numbered(before, beside), {how: `${how}last-is-trace `, again: true, instead: {files: dropped, how: options}});
  text(`${name} lies beside what was open; with Shift, a drop opens instead of it`, (at) => app._tpa_say(at));
  return undefined;
}

// What is open, as its files are by now. `chosen`: what the person has chosen once more, because a page may read what was
// chosen only as it was then.
async function openAgain(chosen = null) {
  const before = dropped;
  try {
    const fresh = await openedAgain(before, chosen);
    if (dropped !== before) return;
    if (fresh) {
      open(fresh, {how: options, again: true});
    } else {
      tell(`Choose ${nameOf(before)} once more: the browser shows this page what was chosen only as it was then`);
      choose(before.some(({path}) => path.includes('/')) ? 'directory' : 'files', 'again');
    }
  } catch (error) {
    tell(`It can't be opened again: ${error.message}`);
  }
}

function isOpen() {
  return workers !== null && ['indexing', 'ready'].includes(state().phase);
}

// What belongs to the open trace, such as the program of a log without names, is added to it; all else is a trace of its
// own, which lies beside the open one or takes its place.
const MOST_ADDED = 16;
async function take(files, beside, stale) {
  const asked = workers;
  if (asked && files.length > 0 && files.length <= MOST_ADDED && await asked.add(files)) {
    if (workers === asked) {
      text(`${nameOf(files)} is added to ${state().name}`, (at) => app._tpa_say(at));
      // Each by itself: they are no trace together either.
      for (const one of files) {
        const again = one.again && (async () => (await one.again()).filter(({path}) => path === one.path));
        dropped = numbered(dropped, [{...one, again}]);
      }
    }
    return changed();
  }
  if (stale()) return undefined;
  if (files.length === 0 && isOpen()) {
    text('There is no file in what was dropped.', (at) => app._tpa_say(at));
    return changed();
  }
  return beside && isOpen() ? add(files) : open(files);
}

// Listing a folder takes its time, so that the next drop may be there before: what lies beside waits for what it is to
// lie beside; what takes the place of all waits for nothing, and what came before it is of no use any more.
let coming = Promise.resolve();
let drops = 0;
let replacing = 0;
function openOrTell(files, beside = false) {
  const mine = ++drops;
  if (!beside) replacing = mine;
  const stale = () => replacing > mine;
  const before = beside ? coming : null;
  coming = (async () => {
    try {
      const listed = await files;
      await before;
      if (!stale()) await take(listed, beside, stale);
    } catch (error) {
      if (stale()) return;
      const why = `What was dropped can't be read: ${error.message}`;
      if (beside && isOpen()) {
        text(why, (at) => app._tpa_say(at));
      } else {
        // It is told where a trace would be.
        workers?.end();
        workers = null;
        text(why, (at) => app._tpa_fail(at));
      }
      changed();
    }
  })();
  return coming;
}

function openSample(number) {
  const sample = samples[number];
  return openOrTell(fromUrl(new URL(`samples/${sample.name}/`, document.baseURI).href, sample.files));
}

// What is chosen is opened 'instead' of what is open, 'beside' it, or 'again'.
let chosenFor = 'instead';
function choose(id, what) {
  chosenFor = what;
  const chooser = document.getElementById(id);
  chooser.value = '';
  chooser.click();
}

// Storage may be forbidden; then every visit is the first.
function kept() {
  try {
    return localStorage.getItem(KEPT) ?? '';
  } catch {
    return '';
  }
}

function keep(words) {
  try {
    localStorage.setItem(KEPT, words);
  } catch {
    // Nothing is kept.
  }
}

function callPage(what, number, words) {
  const way = what.startsWith('add-') ? 'beside' : 'instead';
  if (what === 'open-files' || what === 'add-files') choose('files', way);
  if (what === 'open-directory' || what === 'add-directory') choose('directory', way);
  if (what === 'open-again') openAgain();
  if (what === 'open-sample') openSample(number);
  if (what === 'reopen') open(dropped, {how: words, again: onlyOf(words) === onlyOf(options)});
  if (what === 'keep') keep(words);
  if (what === 'picture') pictureWanted = words;
  if (what === 'begin-file') saver.begin(words);
  if (what === 'end-file') saver.end(number === 1);
  if (what === 'copy') navigator.clipboard?.writeText(words).catch(() => {});
}

function listenForDrops() {
  let inside = 0;
  addEventListener('dragenter', (event) => {
    event.preventDefault();
    ++inside;
    if (dropSign.hidden) {
      dropSign.firstElementChild.textContent = isOpen() ? 'Drop to lay it beside this trace; with Shift, to open it instead'
        : 'Drop to open';
    }
    dropSign.hidden = false;
  });
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('dragleave', () => {
    inside = Math.max(0, inside - 1);
    dropSign.hidden = inside === 0;
  });
  addEventListener('drop', (event) => {
    event.preventDefault();
    inside = 0;
    dropSign.hidden = true;
    openOrTell(fromDrop(event.dataTransfer), !event.shiftKey);
  });
  for (const id of ['files', 'directory']) {
    document.getElementById(id).addEventListener('change', ({target}) => {
      const list = fromList(target.files);
      if (chosenFor === 'again') openAgain(list);
      else openOrTell(list, chosenFor === 'beside');
    });
  }
}

function query(kind, args = []) {
  const answer = text(kind, (at) => text(JSON.stringify(args.map(String)), (list) => app._tpa_query(at, list)));
  return JSON.parse(app.UTF8ToString(answer));
}

function offerDoor() {
  window.tracepane = {
    // A FileList, an array of Files or of {path, file}, or the URL of a file on this host; with `add`, beside what is
    // open.
    async open(filesOrUrl, {add: beside = false} = {}) {
      if (typeof filesOrUrl === 'string') {
        const url = new URL(filesOrUrl, document.baseURI);
        const name = url.pathname.split('/').pop();
        return openOrTell(fromUrl(new URL('.', url).href, [name]), beside);
      }
      const given = [...filesOrUrl];
      const list = given[0]?.file ? given : fromList(given);
      return beside && isOpen() ? add(list) : open(list);
    },
    openSample,
    state,
    tracks: () => JSON.parse(app.UTF8ToString(app._tpa_tracks())),
    // `args`: a list, one word, or an object whose values are meant: {trace: 2, offset: '-1.5 ms'}.
    command(id, args = []) {
      const list = (args !== null && typeof args === 'object' ? Object.values(args) : [args]).map(String);
      const done = text(id, (at) => text(JSON.stringify(list), (words) => app._tpa_command(at, words)));
      changed();
      return done === 1;
    },
    // "functions" [FROM, TO], "warnings", "description": null until there is an answer.
    query(kind, args = []) {
      changed();
      return query(kind, args);
    },
  };
}

// In the place of the canvas, where nothing can be drawn on it.
function sayOnPage(words) {
  const broken = document.getElementById('broken');
  broken.textContent = status.textContent = words;
  broken.hidden = words === '';
}

function giveUp(words) {
  sayOnPage(words);
  canvas.hidden = true;
}

async function start() {
  const artist = new LetterArtist();
  const fontNames = ['Inter-Regular.otf', 'Inter-SemiBold.otf', 'JetBrainsMono-Regular.ttf'];
  const load = async (path) => new Uint8Array(await (await fetch(path)).arrayBuffer());
  const [module, fonts, manifest] = await Promise.all([
    TracepaneApp({postToWorker: (worker, bytes) => workers?.post(worker, bytes), callPage,
      putFile: (bytes) => saver.put(bytes),
      drawLetter: (...wanted) => artist.draw(...wanted)}),
    Promise.all(fontNames.map((name) => load(`fonts/${name}`))),
    fetch('samples/manifest.json').then((answer) => answer.json()).catch(() => []),
  ]);
  app = module;
  samples = manifest;
  const titles = JSON.stringify(samples.map((sample) => sample.title));
  const places = fonts.flatMap((bytes) => [copyIn(bytes), bytes.length]);
  const ok = text('#canvas', (at) => text(titles, (list) => text(location.origin + location.pathname + location.search,
    (address) => app._tpa_init(at, ...places, list, address))));
  if (!ok) return giveUp('Tracepane draws with WebGL 2, which this browser does not offer here.');
  input = listen(canvas, app, text, {changed, drawNow});
  links = new Links(app, text, changed);
  const wishes = () => {
    app._tpa_preferences(...WISHES.map(({matches}) => (matches ? 1 : 0)));
    changed();
  };
  text(kept(), (at) => app._tpa_load_settings(at));
  for (const wish of WISHES) wish.addEventListener('change', wishes);
  wishes();
  new ResizeObserver(([{contentRect}]) => {
    size = contentRect;
    changed();
  }).observe(canvas);
  canvas.addEventListener('webglcontextlost', (event) => {
    // Then the browser gives it back when it can.
    event.preventDefault();
    contextLost = true;
    sayOnPage('The graphics driver took the picture away. It comes back by itself; if it does not, reload the page.');
  });
  canvas.addEventListener('webglcontextrestored', () => {
    contextLost = false;
    sayOnPage('');
    app._tpa_restore_graphics();
    changed();
  });
  // Somebody who comes back may have recorded once more.
  const comeBack = () => document.visibilityState === 'visible' && workers?.look();
  addEventListener('focus', comeBack);
  document.addEventListener('visibilitychange', comeBack);
  listenForDrops();
  offerDoor();
  mirror = new Mirror({state, query, command: window.tracepane.command, tell});
  listenToParent(window.tracepane, tell);
  canvas.focus();
  changed();
  setTimeout(() => workers || prepare(wantedWorkers()), SETTLED);
}

// A copy of the page for when there is no network; opened as a file, it is its own copy. It waits until all else is there.
function keepForLater() {
  if (isEmbedded() || !('serviceWorker' in navigator) || !location.protocol.startsWith('http')) return;
  navigator.serviceWorker.register('offline.js').catch(() => {});
}
if (document.readyState === 'complete') keepForLater();
else addEventListener('load', keepForLater);

start().catch((error) => giveUp(`Tracepane could not start: ${error.message}`));
