// Settings that need no trace.
import assert from 'node:assert/strict';

export const settings = ['128', '512', '2048'].map((value) => ({
  does: `memory ${value}`,
  ready: ({hand}) => hand.set('memory', value === '512' ? '128' : '512'),
  done: async ({hand}) => {
    assert.equal((await hand.state()).settings.memory, value);
    await hand.set('memory', '512');
  },
}));
