// Runs tests one after the other, and prints "ok", "not ok" or "skip" and a name for each.
import {Skip} from '../browser/support.mjs';

export async function runAll(tests, context) {
  for (const [name, test] of Object.entries(tests)) {
    const begun = performance.now();
    const seconds = () => `(${((performance.now() - begun) / 1000).toFixed(1)} s)`;
    try {
      if (/^Chromium/.test(name) && !context.browser) throw new Skip('there is no Chromium');
      await test(context);
      console.log(`ok ${name} ${seconds()}`);
    } catch (error) {
      if (!(error instanceof Skip)) process.exitCode = 1;
      console.log(error instanceof Skip ? `skip ${name}: ${error.message}`
        : `not ok ${name} ${seconds()}: ${String(error.stack ?? error).split('\n').slice(0, 12).join(' | ')}`);
    }
  }
}
