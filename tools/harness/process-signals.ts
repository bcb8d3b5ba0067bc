import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, listRecorded, type Leftover } from '@vidhi/local/processes.mjs';

type Signalled = Leftover['process'];

/** Returns the running processes of these names, as the launcher has recorded them. Throws for one that does not run. */
export function findProcesses(dataDir: string, names: readonly string[]): Signalled[] {
  const recorded = listRecorded(join(dataDir, 'run'));
  return names.map((name) => {
    const found = recorded.find((each) => each.name === name);
    if (found === undefined) throw new Error(`${name} does not run`);
    return found.process;
  });
}

/** Signals the process group of each process, unless it has been restarted since. */
export function signalProcesses(targets: readonly Signalled[], name: NodeJS.Signals): void {
  for (const target of targets) if (isAlive(target)) process.kill(-target.pid, name);
}

/** Deletes a folder of data while its processes are stopped, so that they write nothing in between, and kills them. */
export function wipeAndKill(dataDir: string, targets: readonly Signalled[], folder: string): void {
  signalProcesses(targets, 'SIGSTOP');
  rmSync(join(dataDir, folder), { recursive: true, force: true });
  signalProcesses(targets, 'SIGKILL');
}
