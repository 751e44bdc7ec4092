import { mkdirSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { join } from 'node:path';

/** Loaded before a service by `--import` (Node 20 takes no `--cpu-prof` in NODE_OPTIONS): profiles its whole life. */
const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.start');

process.once('exit', () => {
  const dir = process.env['BENCH_PROFILE_DIR'];
  session.post('Profiler.stop', (failure, stopped) => {
    if (failure || dir === undefined) return;
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, `${process.pid}.cpuprofile`), JSON.stringify(stopped.profile));
  });
});
