import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

const VIRTUAL_ID = 'virtual:boot-script';
const RESOLVED_ID = `\0${VIRTUAL_ID}`;
const ENTRY = fileURLToPath(new URL('../src/boot/boot-script.ts', import.meta.url));

/** Bundles `src/boot/boot-script.ts` into one classic script and returns its text. */
async function bundleBootScript(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      rolldownOptions: { input: ENTRY, output: { format: 'iife' } },
    },
  });
  const [chunk] = [result].flat().flatMap((one) => ('output' in one ? one.output : []));
  if (chunk?.type !== 'chunk') throw new Error('The boot script was not built');
  return chunk.code.trim();
}

/** Provides `virtual:boot-script`: the text of the boot script, for inlining into documents. */
export function bootScriptPlugin(): Plugin {
  let text: Promise<string> | undefined;
  return {
    name: 'vidhi:boot-script',
    resolveId: (id) => (id === VIRTUAL_ID ? RESOLVED_ID : null),
    async load(id) {
      if (id !== RESOLVED_ID) return null;
      text ??= bundleBootScript();
      return `export default ${JSON.stringify(await text)};`;
    },
  };
}
