// Writes a bundle of every launched service, of each module that they run in a child process, and of the processes of crash
// tests, into the folder that is the first argument.
import { basename, dirname, relative, sep } from 'node:path';
import { rolldown } from 'rolldown';
import { inRoot } from './paths.mjs';
import { LAUNCHED_SERVICES } from './services.mjs';

const folder = process.argv[2];
if (folder === undefined) throw new Error('usage: node bundle-services.mjs FOLDER');

/** Modules that services run in child processes, for which `childModule` of service-kit finds their bundles. */
const CHILD_MODULES = [
  'services/accounts/src/passwords/password-process.ts',
  'services/catalog/src/media/upload/sanitize-image-process.ts',
  'services/catalog/src/media/variants/variant-process.ts',
];

/** Processes that crash tests start many times: from their sources, each start would take three times the processor time. */
const CRASHING_PROCESSES = {
  'crashing-notify': 'services/notify/src/crashing-process.ts',
  'crashing-outbox': 'packages/outbox/src/crashing-process.ts',
};

/** Packages with native code find it by their own location. */
const EXTERNAL = [/^sharp(\/|$)/, /\.node$/];
/** Names that the first lines of each file define: the root of the checkout, and `pathToFileURL`. */
const ROOT_NAME = 'vidhiBundleRoot';
const URL_NAME = 'vidhiBundleFileUrl';
const LOCATIONS = /\bimport\.meta\.(dirname|filename|url)\b|\b__(dirname|filename)\b/g;

/**
 * Replaces a module's references to its own location by its location before it was bundled, so that it finds
 * the files beside it.
 */
const keepLocations = {
  name: 'keep-locations',
  transform: {
    filter: { code: LOCATIONS },
    /** @param {string} code @param {string} id */
    handler(code, id) {
      /** @param {string} path */
      const below = (path) =>
        `(${ROOT_NAME} + ${JSON.stringify(`/${relative(inRoot(), path).split(sep).join('/')}`)})`;
      return code.replaceAll(LOCATIONS, (_found, ofModule, ofCommonJs) => {
        const kind = ofModule ?? ofCommonJs;
        if (kind === 'dirname') return below(dirname(id));
        return kind === 'filename' ? below(id) : `${URL_NAME}${below(id)}.href`;
      });
    },
  },
};

const REQUIRED = /\bcreateRequire\(import\.meta\.url\)\('([^']+)'\)/g;

/**
 * Turns calls of `require` into imports, which are bundled. `packages/messaging` patches an internal class of kafkajs
 * that it loads by `require`; without this it would patch a second copy, which the bundle does not use.
 */
const bundleRequired = {
  name: 'bundle-required',
  transform: {
    filter: { code: REQUIRED, id: { exclude: /node_modules/ } },
    /** @param {string} code */
    handler(code) {
      /** @type {string[]} */
      const imports = [];
      const replaced = code.replaceAll(REQUIRED, (_found, name) => {
        const binding = `required${imports.length}`;
        imports.push(`import ${binding} from '${name}';`);
        return binding;
      });
      // On the first line, so that all others keep their numbers.
      return `${imports.join(' ')} ${replaced}`;
    },
  },
};

const bundle = await rolldown({
  input: Object.fromEntries([
    ...LAUNCHED_SERVICES.map(({ name, script }) => [name, inRoot(script)]),
    ...CHILD_MODULES.map((path) => [basename(path, '.ts'), inRoot(path)]),
    ...Object.entries(CRASHING_PROCESSES).map(([name, path]) => [name, inRoot(path)]),
  ]),
  cwd: inRoot(),
  platform: 'node',
  external: EXTERNAL,
  plugins: [bundleRequired, keepLocations],
  logLevel: 'silent',
});
await bundle.write({
  dir: folder,
  format: 'esm',
  entryFileNames: '[name].mjs',
  chunkFileNames: 'chunks/[name]-[hash].mjs',
  // Mongoose and error classes are recognized by their names.
  keepNames: true,
  // The path that the process was started with, not where the bundle lies: `.engines` may be a link to that of another
  // checkout. So a bundle must be the main script of its process: imported by another module, it would find no files.
  banner: `import { resolve as resolveBundlePath } from 'node:path';
import { pathToFileURL as ${URL_NAME} } from 'node:url';
const ${ROOT_NAME} = resolveBundlePath(process.argv[1], '../../../..');`,
});
await bundle.close();
