import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findOnPath, isExecutable, runProgram } from '@vidhi/local/programs.mjs';

const MODULE = 'go.k6.io/k6';
const VERSION = 'v1.3.0';

/**
 * Resolves with the path of k6: the one on PATH, else one compiled with Go into `engineDir`, which takes minutes once.
 * Throws with a sentence when there is neither.
 */
export async function findK6(engineDir: string, say: (line: string) => void): Promise<string> {
  const found = findOnPath('k6', process.env);
  if (found !== undefined) return found;
  const home = join(engineDir, `k6-${VERSION}`);
  const program = join(home, 'k6');
  if (isExecutable(program)) return program;
  const go = findOnPath('go', process.env);
  if (go === undefined) throw new Error('Install k6, or Go to compile it: neither is on PATH.');
  say(`Compiling ${MODULE}@${VERSION} once, for a few minutes`);
  const partial = `${home}.partial-${process.pid}`;
  mkdirSync(partial, { recursive: true });
  try {
    const { code, output } = await runProgram(go, ['install', `${MODULE}@${VERSION}`], {
      env: { ...process.env, GOBIN: partial },
    });
    if (code !== 0) throw new Error(`k6 could not be compiled:\n${output.slice(-2_000)}`);
    mkdirSync(home, { recursive: true });
    renameSync(join(partial, 'k6'), program);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
  return program;
}
