import { EngineError } from './engine-error.mjs';
import { installPackage } from './packages.mjs';
import { canInstallPackages, findOnPath } from './programs.mjs';

/**
 * Chromium without the windows of a desktop browser: the same pages in two thirds of the time. Debian packages it.
 */
const HEADLESS_SHELL = 'chromium-headless-shell';
const NAMES = [HEADLESS_SHELL, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/**
 * Returns the path of the browser for the e2e tests: the headless shell, which is installed when it is missing and this
 * process is root on Debian, else any Chromium on PATH.
 * @param {{ env: Record<string, string | undefined>, install?: () => Promise<unknown> }} options
 * @returns {Promise<string>}
 */
export async function ensureChromium({ env, install = installChromium }) {
  const onPath = () => NAMES.map((name) => findOnPath(name, env)).find((file) => file !== undefined);
  const found = onPath();
  if (found?.endsWith(HEADLESS_SHELL)) return found;
  try {
    await install();
  } catch (error) {
    if (found === undefined) throw error;
  }
  const browser = onPath();
  if (browser !== undefined) return browser;
  throw new EngineError('The e2e tests need Chromium: install the package chromium and run npm test again.');
}

const installChromium = async () =>
  canInstallPackages() ? installPackage([HEADLESS_SHELL, 'chromium'], 'Chromium') : undefined;
