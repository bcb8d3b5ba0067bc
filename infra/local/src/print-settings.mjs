import process from 'node:process';
import { pathToFileURL } from 'node:url';

// Prints as JSON the names of the environment variables that each of the configuration modules in argv reads.

/**
 * Calls `readConfig` with a proxy that records which variables are read.
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
