import { spawnSync } from 'node:child_process';
import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';

import { type Field } from '../run/field.js';
import { type Scenario, slowly } from '../scenario.js';

const megabytes = 256;

export const fullDisk: readonly Scenario[] = [
  {
    name: 'full-disk',
    says: 'the disk under the broker is full for 10 s; then there is room again and the broker is started anew',
    brokers: ['embedded'],
    pace: { ...slowly, overMs: 15_000 },
    inFlight: true,
    lacks: () => (process.getuid?.() === 0 && canMount() ? undefined : 'needs root, to mount a small disk'),
    house: { prepareBrokerFolder: mountSmallDisk },
    strike: async (field) => {
      const { cluster } = field.house;
      await field.underLoad();
      const filler = await fill(field);
      await field.pause(3_000);
      const stuckWith = field.inFlight().length;
      await field.pause(7_000);
      const bit = field.inFlight().length >= stuckWith && stuckWith > 0;
      await rm(filler);
      await cluster.kill(1);
      await cluster.start(1);
      field.faultEnds();
      field.expect(bit, 'the fault did not bite: answers came although the disk was full');
    },
  },
];

const mount = (...args: string[]): boolean => spawnSync('mount', args, { stdio: 'ignore' }).status === 0;
const canMount = (): boolean => spawnSync('mount', ['--version'], { stdio: 'ignore' }).status === 0;

async function mountSmallDisk(folder: string): Promise<() => Promise<void>> {
  const made = mount('-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0700`, 'imprimatur-faults', folder);
  if (!made) throw new Error(`a small disk cannot be mounted on ${folder}`);
  return async () => void spawnSync('umount', ['--lazy', folder], { stdio: 'ignore' });
}

/** Writes until not a byte more goes in. */
async function fill({ house }: Field): Promise<string> {
  const folder = join(house.dataDir, 'kafka');
  const path = join(folder, 'filler');
  const file = await open(path, 'w');
  try {
    for (let size = 1 << 20; size >= 1;) {
      const written = await file.write(Buffer.alloc(size)).then(
        ({ bytesWritten }) => bytesWritten,
        () => 0,
      );
      if (written < size) size = size >> 1;
    }
  } finally {
    await file.close();
  }
  const { bavail } = await statfs(folder);
  if (bavail > 0) throw new Error(`the disk is not full: ${bavail} blocks are free`);
  return path;
}
