import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUpLeftovers } from '@vidhi/local/processes.mjs';
import { unmount } from './disk.ts';

// Outlives the drill when that is killed: at the end of its input it stops what the drill has started and removes its
// folder. `done` before the end says that nothing is left to do.
// Arguments: the data folder, and `memory` when it is a mounted file system.

const [folder, kind] = process.argv.slice(2);
if (folder === undefined) throw new Error('guard-process.ts needs the data folder');

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
let received = '';
for await (const chunk of process.stdin) received += String(chunk);
if (!received.includes('done')) {
  await cleanUpLeftovers(join(folder, 'run'), { evenIfOwned: true });
  if (kind === 'memory') await unmount(folder);
  rmSync(folder, { recursive: true, force: true });
}
