// Takes the index of the open trace out of the app module, block by block (core/session/kept/index_keeper.h).
const PAUSE = 20; // ms between two looks whether the workers have answered

// By the values of IndexKeeper::State.
const [WAITING, BLOCK, DONE] = [0, 1, 2];

// Passes each block to `take`, which returns a promise of whether it is to go on. Resolves to whether there was all of the
// index. `core`: begin() and next() are those of IndexKeeper, block() returns the bytes.
export async function eachBlock(core, take) {
  core.begin();
  for (;;) {
    const state = core.next();
    if (state === WAITING) await new Promise((resolve) => setTimeout(resolve, PAUSE));
    else if (state !== BLOCK) return state === DONE;
    else if (!await take(core.block())) return false;
  }
}
