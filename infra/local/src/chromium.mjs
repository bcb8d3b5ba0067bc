import { EngineError } from './engine-error.mjs';
import { installPackage } from './packages.mjs';
import { canInstallPackages, findOnPath } from './programs.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/**
 * The browser for the e2e tests: Chromium on PATH, else Debian's package, installed when this process is
 * root.
 * @param {{ env: Record<string, string | undefined> }} options
 */
export async function ensureChromium({ env }) {
  const found = NAMES.map((name) => findOnPath(name, env)).find((file) => file !== undefined);
  if (found !== undefined) return found;
  if (canInstallPackages()) {
    await installPackage(['chromium'], 'Chromium');
    const installed = findOnPath('chromium', env);
    if (installed !== undefined) return installed;
  }
  throw new EngineError('The e2e tests need Chromium: install the package chromium and run npm test again.');
}
