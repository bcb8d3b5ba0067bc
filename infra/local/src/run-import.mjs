import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { track } from './children.mjs';
import { EngineError } from './engine-error.mjs';
import { inRoot } from './paths.mjs';

/**
 * Imports an archive into the running services and reports progress.
 * @param {{
 *   node: string, dataDir: string, file: string, demo?: boolean,
 *   onProgress: (part: { done?: number, total?: number, note?: string }) => void,
 * }} options
 * @returns {Promise<boolean>} false when another site is present, which stays unchanged (demo only)
 */
export function runImport({ node, dataDir, file, demo = false, onProgress }) {
  return new Promise((resolve, reject) => {
    const args = [
      inRoot('tools/import/import-cli.ts'),
      '--progress-lines',
      ...(demo ? ['--only-if-own'] : []),
      file,
    ];
    const child = track(
      spawn(node, ['--disable-warning=ExperimentalWarning', ...args], {
        cwd: inRoot(),
        env: { ...process.env, DATA_DIR: dataDir },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    );
    let errorOutput = '';
    child.stderr.on('data', (chunk) => (errorOutput += chunk));
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('{"progress"')) onProgress(JSON.parse(line).progress);
    });
    child.once('close', (code) => {
      if (code === 0) resolve(true);
      else if (demo && code === OTHER_SITE) resolve(false);
      else
        reject(
          new EngineError('The demo site could not be imported; the output of the import is above.', {
            cause: new Error(errorOutput),
          }),
        );
    });
  });
}

/** Exit code of the import when the running site is not the one in the archive. */
const OTHER_SITE = 3;
