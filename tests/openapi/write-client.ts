import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { mergeOpenapi } from '../../services/gateway/src/docs/merged-openapi.ts';
import { readServiceDocuments } from './service-documents.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');
const SOURCE = path.join(ROOT, 'packages', 'client');

/** The package's own types, bound to the paths of the API. */
const INDEX_TYPES = `import type { paths } from './api.js';
import { createClient, type VidhiClient, type VidhiClientOptions } from './client.js';

export type { paths, components } from './api.js';
export type { VidhiClientOptions } from './client.js';
export { VidhiError, type SessionUser, type StoredSession } from './session.js';
export type Vidhi = VidhiClient<paths>;
/** Makes a client of one site. Sends nothing by itself. */
export declare function createVidhi(options: VidhiClientOptions): Vidhi;
`;

/** Writes JavaScript and declarations of the client's modules into the folder. */
function compile(folder: string): void {
  const program = ts.createProgram([path.join(SOURCE, 'src', 'index.ts')], {
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
    module: ts.ModuleKind.NodeNext,
    strict: true,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    outDir: folder,
  });
  // The compiler rewrites the names of imported files in code only.
  const { diagnostics } = program.emit(undefined, (name, text) =>
    ts.sys.writeFile(name, text.replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'")),
  );
  const problems = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (problems.length > 0)
    throw new Error(
      problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')).join('\n'),
    );
}

/**
 * Writes the package `@vidhi/client`, ready for `npm publish`, into the folder, which is emptied first: the client, and the
 * types of all paths that the services describe.
 */
export async function writeClient(folder: string): Promise<void> {
  const document = mergeOpenapi(await readServiceDocuments(), {
    publicUrl: 'https://vidhi.example',
    absent: [],
  });
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  compile(folder);
  await writeFile(path.join(folder, 'api.d.ts'), astToString(await openapiTS(JSON.stringify(document))));
  await writeFile(path.join(folder, 'index.d.ts'), INDEX_TYPES);
  const { name, version, description, license, dependencies } = JSON.parse(
    await readFile(path.join(SOURCE, 'package.json'), 'utf8'),
  );
  const manifest = {
    name,
    version,
    description,
    license,
    type: 'module',
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
    sideEffects: false,
    engines: { node: '>=20' },
    // Without it npm publishes a package of a scope for those who pay alone.
    publishConfig: { access: 'public' },
    dependencies,
  };
  await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await cp(path.join(SOURCE, 'README.md'), path.join(folder, 'README.md'));
  await cp(path.join(ROOT, 'LICENSE'), path.join(folder, 'LICENSE'));
}

if (import.meta.main) {
  const folder = path.join(SOURCE, 'dist');
  await writeClient(folder);
  process.stdout.write(
    `The package is in ${path.relative(process.cwd(), folder)}: npm publish ./packages/client/dist\n`,
  );
}
