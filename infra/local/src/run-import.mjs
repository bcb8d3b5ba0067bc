import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { track } from './children.mjs';
import { EngineError } from './engine-error.mjs';
import { inRoot } from './paths.mjs';

/**
 * Imports an archive into the running services and tells how far it is.
 * @param {{
 *   node: string, dataDir: string, file: string, demo?: boolean,
 *   onProgress: (part: { done?: number, total?: number, note?: string }) => void,
 * }} options
 * @returns {Promise<boolean>} false when the site there is another one, which is then left alone (demo only)
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
    let complaint = '';
    child.stderr.on('data', (chunk) => (complaint += chunk));
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('{"progress"')) onProgress(JSON.parse(line).progress);
    });
    child.once('close', (code) => {
      if (code === 0) resolve(true);
      else if (demo && code === OTHER_SITE) resolve(false);
      else
        reject(
          new EngineError('The demo site could not be imported; what the import said is above.', {
            cause: new Error(complaint),
          }),
        );
    });
  });
}

/** Exit code of the import when the running site is not the archive's. */
const OTHER_SITE = 3;
