import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { ImportReport } from './import-report.ts';
import type { Moment } from './killing-proxy.ts';

/** Moment at which an import is killed: while it reads its archive, or at the n-th request of one type. */
export type KillPoint = 'reading' | { type: string; request: number; when: Moment };

export interface KillableImport {
  /** Runs the command until it exits. */
  run(archive: string): Promise<ImportReport>;
  /** Runs it until it is killed; resolves with its exit signal, or null. */
  runUntil(killPoint: KillPoint, archive: string): Promise<NodeJS.Signals | null>;
  /** Called by the proxies: returns the moment at which to kill the import at this request, or null. */
  isDue(path: string): Moment | null;
  kill(): void;
}

const CLI = join(import.meta.dirname, 'import-cli.ts');

/** Creates a runner of the command `import` with a kill point, for the site recorded in `dataDir`. */
export function createKillableImport(dataDir: string): KillableImport {
  let killPoint: KillPoint | null = null;
  let requests = 0;
  let child: ChildProcess | null = null;

  const kill = (): void => void child?.kill('SIGKILL');

  function start(...args: string[]) {
    requests = 0;
    const started = spawn(process.execPath, [CLI, ...args], {
      env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    return started;
  }

  return {
    kill,
    isDue(path) {
      if (killPoint === null || killPoint === 'reading' || !path.endsWith(`/${killPoint.type}`)) return null;
      requests += 1;
      return requests === killPoint.request ? killPoint.when : null;
    },
    async run(archive) {
      killPoint = null;
      const { stdout, stderr } = start('--json', archive);
      const [output, errorOutput] = await Promise.all([text(stdout), text(stderr)]);
      if (output === '') throw new Error(`the import printed nothing:  ${errorOutput}`);
      return JSON.parse(output) as ImportReport;
    },
    async runUntil(isExpected, archive) {
      killPoint = isExpected;
      const started = start('--progress-lines', archive);
      started.stderr.resume();
      createInterface({ input: started.stdout }).on('line', () => {
        if (isExpected === 'reading') kill();
      });
      const [, signal] = (await once(started, 'close')) as [number | null, NodeJS.Signals | null];
      return signal;
    },
  };
}
