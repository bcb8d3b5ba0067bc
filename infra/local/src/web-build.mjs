import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EngineError } from './engine-error.mjs';
import { hashOfInputs } from './inputs-hash.mjs';
import { inRoot } from './paths.mjs';
import { runProgram } from './programs.mjs';

const STAMP = inRoot('web', 'dist', '.stamp');
/**
 * Builds the web app unless its inputs are unchanged since the last build.
 * @param {{ node: string }} options
 * @returns {Promise<boolean>} whether it had to be built
 */
export async function ensureWebBuild({ node }) {
  const expected = hashOfInputs(['web', 'packages/contracts/src']);
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === expected) return false;
  const { code, output } = await runProgram('npm', ['run', '--silent', 'build', '-w', 'web'], {
    cwd: inRoot(),
    env: { ...process.env, NODE_ENV: 'production', PATH: `${join(node, '..')}:${process.env['PATH'] ?? ''}` },
  });
  if (code !== 0) {
    throw new EngineError('The web app could not be built; the output of the build is above.', {
      cause: new Error(output.slice(-4_000)),
    });
  }
  mkdirSync(inRoot('web', 'dist'), { recursive: true });
  writeFileSync(STAMP, expected);
  return true;
}
