import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { EngineError } from './engine-error.mjs';
import { hashOfInputs } from './inputs-hash.mjs';
import { inRoot } from './paths.mjs';
import { runProgram } from './programs.mjs';

const FOLDER = inRoot('.engines', 'services');
const SOURCES = ['packages', 'services', 'web/server', 'infra/sandbox', 'infra/local/src'];
/** Bundles of other sources are removed when no product has been started from them for this long. */
const UNUSED_MS = 2 * 24 * 3_600_000;

/**
 * Bundles each service with its dependencies into one file, which halves the time of a start: reading, stripping and
 * linking a thousand modules takes longer than everything else. Sources remain where they are, as they read files beside
 * them. Does nothing when the sources are those of an earlier call.
 * @param {{ node: string }} options
 * @returns {Promise<string>} the folder with `<service>.mjs`; it does not change while the sources do not
 */
export async function ensureServiceBundles({ node }) {
  const folder = join(FOLDER, hashOfInputs(SOURCES).slice(0, 16));
  if (existsSync(folder)) {
    utimesSync(folder, new Date(), new Date());
    return folder;
  }
  removeUnused();
  const unfinished = join(FOLDER, `unfinished-${randomUUID()}`);
  mkdirSync(unfinished, { recursive: true });
  const { code, output } = await runProgram(
    node,
    ['--disable-warning=ExperimentalWarning', inRoot('infra/local/src/bundle-services.mjs'), unfinished],
    { cwd: inRoot() },
  );
  if (code !== 0) {
    rmSync(unfinished, { recursive: true, force: true });
    throw new EngineError('The services could not be bundled; the output of the bundler is above.', {
      cause: new Error(output.slice(-4_000)),
    });
  }
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // Another launcher of this checkout has bundled the same sources meanwhile.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

function removeUnused() {
  if (!existsSync(FOLDER)) return;
  for (const name of readdirSync(FOLDER)) {
    const path = join(FOLDER, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found !== undefined && Date.now() - found.mtimeMs > UNUSED_MS)
      rmSync(path, { recursive: true, force: true });
  }
}
