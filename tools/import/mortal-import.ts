import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { ImportReport } from './import-report.ts';
import type { Moment } from './killing-doors.ts';

/** When an import is killed: while it reads its archive, or at the so-manieth request of one type. */
export type Fate = 'reading' | { type: string; request: number; when: Moment };

export interface MortalImport {
  /** Runs the command to its end. */
  run(archive: string): Promise<ImportReport>;
  /** Runs it until it is killed; resolves with the signal that ended it, or null. */
  runUntil(fate: Fate, archive: string): Promise<NodeJS.Signals | null>;
  /** For the doors on its way: whether this request is the one. */
  isDue(path: string): Moment | null;
  kill(): void;
}

const CLI = join(import.meta.dirname, 'import-cli.ts');

/** The command `import` for the site whose services are noted in `dataDir`, with an appointed end. */
export function createMortalImport(dataDir: string): MortalImport {
  let fate: Fate | null = null;
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
      if (fate === null || fate === 'reading' || !path.endsWith(`/${fate.type}`)) return null;
      requests += 1;
      return requests === fate.request ? fate.when : null;
    },
    async run(archive) {
      fate = null;
      const { stdout, stderr } = start('--json', archive);
      const [output, complaint] = await Promise.all([text(stdout), text(stderr)]);
      if (output === '') throw new Error(`the import told nothing: ${complaint}`);
      return JSON.parse(output) as ImportReport;
    },
    async runUntil(planned, archive) {
      fate = planned;
      const started = start('--progress-lines', archive);
      started.stderr.resume();
      createInterface({ input: started.stdout }).on('line', () => {
        if (planned === 'reading') kill();
      });
      const [, signal] = (await once(started, 'close')) as [number | null, NodeJS.Signals | null];
      return signal;
    },
  };
}
