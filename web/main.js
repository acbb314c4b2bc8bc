// The page: starts the app module, which draws everything, hands it the person's input and wishes, and gives it frames.
/* global TracepaneApp */
import {askedFiles, askedUrls} from './asked_traces.js';
import {Asking} from './asking.js';
import {door} from './door.js';
import {Given} from './given.js';
import {listen} from './input.js';
import {listenToParent} from './embed.js';
import {GlyphArtist} from './fallback_glyphs.js';
import {eachBlock} from './index_blocks.js';
import {innerTrace} from './inner_trace.js';
import {keep, kept, keepForLater} from './kept.js';
import {KeptIndexes} from './kept_indexes.js';
import {Links} from './links.js';
import {Mirror} from './mirror.js';
import {notesIn} from './notes.js';
import {Offers} from './offers.js';
import {Opening} from './opening.js';
import {pageText} from './page_text.js';
import {bring, fileOf, wasmOf} from './parts.js';
import {Queries} from './queries.js';
import {partOf, Saver} from './save.js';
import {Sources} from './sources.js';
import {prepare} from './workers.js';

const canvas = document.getElementById('canvas');
const status = document.getElementById('status');
const WISHES = ['(prefers-color-scheme: light)', '(prefers-contrast: more)', '(prefers-reduced-motion: reduce)']
  .map((query) => matchMedia(query));
const BESIDE = 500; // ms at least between updates of what is not drawn on the canvas: the link and the mirror
// The pause between two frames that show nothing but a larger index, in ms: OFTEN at first, at most SELDOM.
const OFTEN = 50;
const SELDOM = 400;
const SETTLED = 200; // ms after which the first frame is taken to be drawn: workers are loaded then

let app = null;
let openings = 0;  // number of traces that were opened so far
let input = null;
let links = null;
let mirror = null;
let size = {width: canvas.clientWidth, height: canvas.clientHeight};
let scheduled = false;
let pictureWanted = null; // {name, x, y, width, height}: of the frame; width 0: all of it
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

// Shows a notice to the user, in the footer.
function tell(words) {
  text(words, (at) => app._tpa_say(at));
  changed();
}

// Shows above the tracks why something was not done, until something else is.
function refuse(words) {
  text(words, (at) => app._tpa_refuse(at));
  changed();
}

// Draws a frame at the time `now`, in ms. It reads no sizes from the document: the browser would have to compute the
// layout of what lies beside the canvas within the frame.
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
  pictureWanted = null;
  const more = app._tpa_frame(now, width / ratio, height / ratio, ratio);
  // Read in the same task: WebGL empties the canvas once the browser has shown it.
  if (picture) partOf(canvas, picture, ratio).toBlob((blob) => saver.whole(picture.name, blob));
  input.follow();
  if (framesAfterInput > 0) --framesAfterInput;
  if (more || framesAfterInput > 0) schedule();
  follow();
  queries.wake();
}

function schedule() {
  if (scheduled) return;
  scheduled = true;
  requestAnimationFrame(draw);
}

function drawNow(frames) {
  for (let left = frames; left > 0; --left) draw(performance.now());
}

// Schedules a frame for an index that has grown. Drawing takes CPU time from the workers, most of all without a graphics
// processor, so the pause grows with the time since the trace was opened: an index that is large already changes less.
let openedAt = 0;
let indexing = false; // what was opened last is not ready yet
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
  json.memory.heapBytes = app.HEAPU8.length + (opening.workers?.heapBytes.reduce((sum, bytes) => sum + bytes, 0) ?? 0);
  json.workers = opening.workers?.count ?? 0;
  json.index = {kept: app._tpa_kept() === 1, keeping: keptIndexes.busy};
  // Input that arrived since the last frame has no effect before the next one.
  json.frame.due = scheduled;
  return json;
}

// Returns what the page's address (?workers=3&memory=128) or else the settings ask for, as Workers has it.
function wantedOfWorkers() {
  const given = new URLSearchParams(location.search), {settings} = state();
  return {wanted: given.get('workers') ?? settings.workers, memory: (Number(given.get('memory')) || Number(settings.memory)) * 2 ** 20};
}

// Returns whether indexes are kept: 'none', 'keep' or, if the page's address asks for it (?indexes=all), 'all': those of
// small traces, too.
function wantedIndexes() {
  return new URLSearchParams(location.search).get('indexes') ?? state().settings.indexes;
}

// Updates the link and the mirror after frames, but not after each of them: both read the whole state.
let following = null;
function follow() {
  following ??= setTimeout(() => {
    following = null;
    links.update();
    mirror.update();
  }, BESIDE);
}

// By the values of Phase (core/session/session.h).
const PHASES = ['empty', 'opening', 'indexing', 'ready', 'failed'];

const opening = new Opening({
  begin({name, bytes, workers, how, again}) {
    openedAt = performance.now();
    ++openings;
    indexing = true;
    asking.end();
    text(name, (at) => text(how, (way) => app._tpa_begin_open(at, bytes, workers, openedAt, way, again ? 1 : 0)));
    changed();
    queries.wake();
  },
  receive(worker, bytes) {
    const at = copyIn(bytes);
    const grows = app._tpa_receive(worker, at, bytes.length, performance.now());
    app._free(at);
    if (indexing && opening.isReady()) {
      indexing = false;
      keptIndexes.keep(performance.now() - openedAt);
      const dropped = opening.lastDropped();
      if (dropped) offers.noteDropped(dropped.handles, dropped.name);
    }
    if (grows) grown();
    else schedule();
    // A tab in the background draws no frames, after which queries are asked otherwise.
    queries.wake();
  },
  fail(words) {
    text(words, (at) => app._tpa_fail(at));
    changed();
    queries.wake();
  },
  tell,
  refuse,
  phase: () => PHASES[app._tpa_phase()],
  error: () => state().error,
  name: () => state().name,
  settings: wantedOfWorkers,
  choose: (id, what) => given.ask(id, what),
  ways: (how) => JSON.parse(app.UTF8ToString(text(how, (at) => app._tpa_how(at)))),
  mostAdded: () => app._tpa_most_added(),
  findIndex: (given, stale) => keptIndexes.find(given, stale),
  async takesNotes(files) {
    const notes = await notesIn(files);
    if (notes !== null) window.tracepane.command('notes-open', [notes]);
    return notes !== null;
  },
});

// For eachBlock(). Each `customer` takes the index for itself: 0 keeps it, 1 answers questions in SQL.
const indexOf = (customer) => ({
  begin: () => app._tpa_keep_begin(customer),
  next: () => app._tpa_keep_next(customer),
  block() {
    const at = app._tpa_keep_block(customer) >>> 0;
    return app.HEAPU8.slice(at, at + (app._tpa_keep_size(customer) >>> 0));
  },
});

// Indexes of traces that were opened before.
const keptIndexes = new KeptIndexes({
  wanted: wantedIndexes,
  take(block) {
    const at = copyIn(block);
    const taken = app._tpa_take_kept(at, block.length) === 1;
    app._free(at);
    return taken;
  },
  complete: () => app._tpa_kept() === 1,
  dropped: () => app._tpa_drop_kept(),
  ...indexOf(0),
}, document.querySelector('meta[name=tracepane-build]')?.content ?? '');

// What the page without a trace offers.
const offers = new Offers({
  open: (files) => opening.openOrTell(files, false, {what: 'The sample', sample: true}),
  openDropped: (files) => opening.openOrTell(files, false, {what: 'What was opened before'}),
  told: (names) => text(JSON.stringify(names), (at) => app._tpa_recent(at)),
});
const openSample = (number) => offers.openSample(number);

// A window of its own, so that the trace stays open. A page that is one file has no manual beside it.
function openManual() {
  const link = document.querySelector('link[rel=help]');
  if (link) open(link.href, '_blank', 'noopener');
  else tell('This page is one file, without the manual: tracepane-VERSION-page.zip has it, in its folder help.');
}

// Hands over the page as one file, of which a report is made.
async function bringPage() {
  const {bytes, problem} = await pageText().then((blob) => blob.arrayBuffer())
    .then((whole) => ({bytes: new Uint8Array(whole), problem: ''}), (error) => ({bytes: new Uint8Array(), problem: error.message}));
  const at = copyIn(bytes);
  text(problem, (why) => app._tpa_receive_page(at, bytes.length, why));
  app._free(at);
  changed();
}

function callPage(what, number, words) {
  const way = what.startsWith('add-') ? 'beside' : 'instead';
  if (what === 'open-files' || what === 'add-files') given.ask('files', way);
  if (what === 'open-directory' || what === 'add-directory') given.ask('directory', way);
  if (what === 'open-again') opening.openAgain();
  if (what === 'open-sample') openSample(number);
  if (what === 'open-manual') openManual();
  if (what === 'reopen') opening.reopen(words);
  if (what === 'keep') keep(words);
  if (what === 'picture') pictureWanted = JSON.parse(words);
  if (what === 'find-source') sources.find(words);
  if (what === 'choose-sources') given.ask('sources');
  if (what === 'open-recent') offers.openRecent(number);
  if (what === 'clear-recent') offers.clear();
  if (what === 'clear-indexes') keptIndexes.clear();
  if (what === 'read-page') bringPage();
  if (what === 'begin-file') saver.begin(words);
  if (what === 'end-file') saver.end(number === 1);
  if (what === 'stop-sql') asking.stop(number);
  if (what === 'copy') navigator.clipboard?.writeText(words).catch(() => {});
}

const given = new Given({
  opening,
  sourceMissing: () => app.UTF8ToString(app._tpa_source_missing()),
  takeSources: (files, missing) => sources.take(files, missing),
  chooseSources: (files) => sources.choose(files),
});

// Questions in SQL.
const asking = new Asking({
  given: () => opening.workers?.given,
  index: (take) => opening.isReady() && eachBlock(indexOf(1), take),
  receive(reply) {
    const at = copyIn(reply);
    const mayHaveChanged = app._tpa_receive_sql(at, reply.length) === 1;
    app._free(at);
    // A question that failed may have met a file that has changed.
    if (mayHaveChanged) opening.workers?.lookForChanges();
    schedule();
    queries.wake();
  },
  failed(id, why) {
    text(why, (at) => app._tpa_fail_sql(id, at));
    changed();
    queries.wake();
  },
});

const sources = new Sources({
  found({wanted, path = '', bytes = new Uint8Array(), size = 0, problem = ''}) {
    const at = copyIn(bytes);
    text(wanted, (asked) => text(path, (where) => text(problem, (why) =>
      app._tpa_receive_source(asked, where, at, bytes.length, size, why))));
    app._free(at);
    changed();
  },
  chosen() {
    app._tpa_sources_chosen();
    changed();
  },
});

const queries = new Queries({
  ask(kind, args) {
    const answer = text(kind, (at) => text(JSON.stringify(args.map(String)), (list) => app._tpa_query(at, list)));
    return app.UTF8ToString(answer);
  },
  opened: () => openings,
  changed,
});

// What scripts get.
function openDoor() {
  window.tracepane = door({
    opening, openSample, state,
    ask: (kind, args) => queries.answer(kind, args),
    tracks: () => JSON.parse(app.UTF8ToString(app._tpa_tracks())),
    run(id, args) {
      const done = text(id, (at) => text(JSON.stringify(args), (words) => app._tpa_command(at, words)));
      changed();
      return done === 1;
    },
  });
}

// Shows words in the place of the canvas, when nothing can be drawn on it.
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
  // The trace that is inside is unpacked while the browser compiles what opens it.
  const inner = innerTrace();
  const innerFiles = inner?.files();
  innerFiles?.catch(() => {}); // it is told of when the trace is opened
  const artist = new GlyphArtist();
  const fontNames = ['Inter-Regular.otf', 'Inter-SemiBold.otf', 'JetBrainsMono-Regular.ttf'];
  const load = async (path) => new Uint8Array(await (await fileOf(path)).arrayBuffer());
  const [wasm] = await Promise.all([wasmOf('app.wasm'), bring('worker.js', 'worker-core.wasm')]);
  const [module, fonts, manifest] = await Promise.all([
    TracepaneApp({...wasm, postToWorker: (worker, bytes) => opening.workers?.post(worker, bytes), callPage,
      askSql: (id, bytes) => asking.ask(id, bytes),
      putFile: (bytes) => saver.put(bytes),
      drawGlyph: (...wanted) => artist.draw(...wanted)}),
    Promise.all(fontNames.map((name) => load(`fonts/${name}`))),
    fileOf('samples/manifest.json').then((blob) => blob.text()).then(JSON.parse).catch(() => []),
  ]);
  app = module;
  offers.samples = manifest;
  const places = fonts.flatMap((bytes) => [copyIn(bytes), bytes.length]);
  const ok = text('#canvas', (at) => text(JSON.stringify(offers.samples), (list) => text(location.href.split('#')[0],
    (address) => app._tpa_init(at, ...places, list, address))));
  if (!ok) {
    giveUp('Tracepane draws with WebGL 2, which this browser does not offer here.');
    return;
  }
  input = listen(canvas, app, text, {changed, drawNow});
  links = new Links(app, text, changed, inner?.view);
  const wishes = () => {
    app._tpa_preferences(...WISHES.map(({matches}) => (matches ? 1 : 0)));
    changed();
  };
  text(kept(), (at) => app._tpa_load_settings(at));
  offers.tellRecent();
  for (const wish of WISHES) wish.addEventListener('change', wishes);
  wishes();
  new ResizeObserver(([{contentRect}]) => {
    size = contentRect;
    changed();
  }).observe(canvas);
  canvas.addEventListener('webglcontextlost', (event) => {
    // Without this call, the browser would not give the context back.
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
  // The user may have recorded anew in another window: look whether the files have changed.
  const comeBack = () => document.visibilityState === 'visible' && opening.workers?.lookForChanges();
  addEventListener('focus', comeBack);
  document.addEventListener('visibilitychange', comeBack);
  given.listen();
  openDoor();
  mirror = new Mirror({state, query: (kind, args) => queries.now(kind, args), command: window.tracepane.command, tell});
  listenToParent(window.tracepane, tell);
  canvas.focus();
  changed();
  let asked = [];
  try {
    asked = askedUrls(location.search, document.baseURI);
  } catch (error) {
    opening.openOrTell(Promise.reject(error), false, {what: 'The trace of this address'});
  }
  if (inner) opening.openOrTell(innerFiles);
  else if (asked.length > 0) {
    const files = askedFiles(asked);
    // What can't be had is not offered again.
    files.then(() => offers.note({search: location.search}), () => {});
    opening.openOrTell(files, false, {what: 'The trace of this address'});
  }
  else setTimeout(() => opening.workers || prepare(wantedOfWorkers().wanted), SETTLED);
}

// The page is kept for later only when all of it has been loaded.
if (document.readyState === 'complete') keepForLater();
else addEventListener('load', keepForLater);

start().catch((error) => giveUp(`Tracepane could not start: ${error.message}`));
