import process from 'node:process';
import { pathToFileURL } from 'node:url';

// Prints, as JSON, the names of the environment that each of the given configuration modules reads.

/**
 * `readConfig` is given an environment that records what is read from it; that it is incomplete does not matter here.
 * @param {string} file
 */
async function settingsOf(file) {
  /** @type {Set<string>} */
  const names = new Set();
  /** @type {Record<string, string | undefined>} */
  const none = {};
  const recorder = new Proxy(none, {
    get: (_target, name) => {
      if (typeof name === 'string') names.add(name);
      return undefined;
    },
  });
  try {
    const { readConfig } = await import(pathToFileURL(file).href);
    readConfig(recorder);
  } catch {
    // Required settings are missing, or the module cannot be loaded.
  }
  return [...names];
}

process.stdout.write(JSON.stringify(await Promise.all(process.argv.slice(2).map(settingsOf))));
