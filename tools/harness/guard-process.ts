import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUpLeftovers } from '@vidhi/local/processes.mjs';
import { unmount } from './disk.ts';

// Outlives a killed harness: when its input closes, it stops the harness's processes and removes their folder.
// After the input `done` there is nothing left to do.
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
