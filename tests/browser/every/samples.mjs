// One real sample of each format, and others for what it does not have; or the reason why the format has none.
import {appendFile, cp, mkdtemp, open, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {dataPath, recorded, sample} from '../support.mjs';

// Each entry: files that are dropped together, a function that finds them, or why there are none.
export const FORMATS = {
  uftrace: {
    main: () => [sample('kitchen')],
    nested: () => [sample('kitchen')],
    siblings: 'main',
    sources: () => [sample('kitchen')],
    counters: () => [recorded('uftrace/read-triggers/uftrace.data')],
    states: 'main',
    second: () => [sample('family')],
    kernel: 'uftrace records what programs do',
    flows: 'uftrace records no wakeups',
    softirqs: 'uftrace records nothing of the kernel\'s interrupts',
    scheduler: 'uftrace records when a thread left the CPU, and not who woke it',
    fields: () => [recorded('uftrace/read-triggers/uftrace.data')],
    losses: () => [recorded('uftrace/lost-synth/uftrace.data')],
    damage: {of: () => sample('kitchen'), file: '4411.dat'},
  },
  'trace-cmd': {
    main: () => [recorded('tracecmd/v6-sched-syscalls/trace.dat')],
    nested: () => [recorded('tracecmd/synth-fgraph/trace.dat')],
    siblings: 'main',
    sources: 'records of the kernel name no lines of its sources',
    counters: 'the counters of trace markers belong to no thread whose calls they could be of',
    states: 'main',
    kernel: 'main',
    second: () => [dataPath('tracecmd/threads.dat')],
    flows: 'main',
    softirqs: () => [recorded('tracecmd/v7-zstd-gcc/trace.dat')],
    scheduler: 'main',
    fields: 'main',
    losses: () => [recorded('tracecmd/lost-overwrite')],
    damage: {of: () => dataPath('tracecmd/v6.dat'), at: 0.9},
  },
  lttng: {
    main: () => [dataPath('lttng/busy/data')],
    nested: 'main',
    siblings: 'in the small traces of LTTng, each thread is a process of its own',
    sources: 'records of the kernel name no lines of its sources',
    counters: 'the first LTTng recorded no counters of threads',
    states: 'main',
    kernel: 'main',
    second: () => [dataPath('lttng/2.6-le/data')],
    flows: 'main',
    softirqs: 'none of the small traces of LTTng has raisings of softirqs',
    scheduler: 'main',
    fields: 'main',
    losses: 'none of the small traces of LTTng has lost records',
    damage: {of: () => dataPath('lttng/2.6-le/data'), file: 'kernel_0'},
  },
  xray: {
    main: () => ['log.xray', 'binary'].map((file) => recorded(`xray/fdr-threads/${file}`)),
    nested: 'main',
    siblings: 'main',
    sources: () => ['calls.xray', 'dwarf5-pie'].map((file) => dataPath(`xray/lines/${file}`)),
    counters: 'XRay logs hold no counters',
    states: 'XRay logs do not tell when a thread left its CPU',
    second: () => [dataPath('xray/fdr-v5.xray')],
    kernel: 'XRay logs hold what programs do',
    flows: 'XRay logs hold no wakeups',
    softirqs: 'XRay logs hold nothing of the kernel',
    scheduler: 'XRay logs say on which CPU a thread ran, and not what else it did',
    fields: 'the records of functions have no fields with names',
    losses: 'XRay logs do not tell what was lost',
    damage: {of: () => dataPath('xray/fdr-v5.xray')},
  },
  ctf: {
    main: () => [dataPath('ctf/kernel/trace')],
    nested: () => ['trace', 'cyg'].map((file) => recorded(`ctf/ust-cyg-profile/${file}`)),
    siblings: 'in the small trace of a kernel, each thread is a process of its own',
    sources: 'events name no lines of sources',
    counters: 'the fields of events are no counters of threads',
    states: 'main',
    kernel: 'main',
    second: () => [recorded('ctf/ust-types/trace')],
    flows: 'main',
    softirqs: 'main',
    scheduler: 'main',
    fields: 'main',
    losses: () => [recorded('ctf/ust-discarded/trace')],
    damage: {of: () => dataPath('ctf/kernel/trace'), file: 'kernel/channel0_0'},
  },
};

// The files; `why` where the format has none of the kind.
export function filesOf(format, kind) {
  const found = FORMATS[format][kind];
  if (found === 'main') return {files: FORMATS[format].main()};
  return typeof found === 'function' ? {files: found()} : {why: found};
}

// A copy with bytes in it that nobody recorded, as long as `use` takes.
export async function withDamaged(format, use) {
  const {of, file, at} = FORMATS[format].damage;
  const folder = await mkdtemp(path.join(tmpdir(), 'tracepane-'));
  try {
    const copy = path.join(folder, path.basename(of()));
    await cp(of(), copy, {recursive: true});
    const damaged = file ? path.join(copy, file) : copy;
    const noise = Buffer.alloc(96, 0xa5);
    if (at) {
      const handle = await open(damaged, 'r+');
      const {size} = await handle.stat();
      await handle.write(noise, 0, noise.length, Math.floor(size * at));
      await handle.close();
    } else {
      await appendFile(damaged, noise);
    }
    return await use([copy]);
  } finally {
    await rm(folder, {recursive: true});
  }
}
