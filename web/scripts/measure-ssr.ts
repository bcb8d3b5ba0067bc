// Prints the processor time of a page with and without each part of the rendering machinery: `npm run measure-ssr -w web`.
// Medians of interleaved runs; the heads of the modules have the results.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
import { createDocumentWriter } from '../server/document.ts';
import { aBuiltApp } from '../server/built-app-builder.ts';
import type { BuiltApp } from '../server/built-app.ts';
import type * as MeasuredParts from './measured-parts.tsx';

type Parts = typeof MeasuredParts;

/** Replaces the hooks for the server by those of the library. */
const libraryHooks: Plugin = {
  name: 'vidhi:library-hooks',
  enforce: 'pre',
  load: (id) =>
    id.endsWith('/shared/api/server-hooks.ts')
      ? `export { reactHooksModule as serverHooksModule } from '@reduxjs/toolkit/query/react';`
      : null,
};

async function bundle(outDir: string, plugins: Plugin[]): Promise<Parts> {
  await build({
    configFile: join(import.meta.dirname, '..', 'vite.config.ts'),
    mode: 'production',
    logLevel: 'error',
    plugins,
    build: {
      ssr: true,
      outDir,
      rolldownOptions: { input: join(import.meta.dirname, 'measured-parts.tsx') },
    },
  });
  return (await import(pathToFileURL(join(outDir, 'measured-parts.js')).href)) as Parts;
}

/** The first runs are compiled while they run, and do not count. */
const WARM_UP_RUNS = 3;
const RUNS = 21;
const PAGES = 100;

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** Milliseconds of processor time per page, of all threads: unlike elapsed time, it hardly depends on other processes. */
async function timeOf(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  for (let page = 0; page < PAGES; page += 1) await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000 / PAGES;
}

async function compare(name: string, withIt: () => unknown, withoutIt: () => unknown): Promise<void> {
  const [having, lacking]: [number[], number[]] = [[], []];
  for (let run = 0; run < WARM_UP_RUNS + RUNS; run += 1) {
    having.push(await timeOf(withIt));
    lacking.push(await timeOf(withoutIt));
  }
  const [one, other] = [median(having.slice(WARM_UP_RUNS)), median(lacking.slice(WARM_UP_RUNS))];
  console.log(`${name}: ${one.toFixed(3)} ms with, ${other.toFixed(3)} ms without`);
}

process.env['NODE_ENV'] = 'production';
const directory = await mkdtemp(join(tmpdir(), 'vidhi-measure-'));
try {
  const parts = await bundle(join(directory, 'own'), []);
  const withLibrary = await bundle(join(directory, 'library'), [libraryHooks]);
  const page = await parts.loadArticle();
  const libraryPage = await withLibrary.loadArticle();
  await compare('derived cache', parts.withDerivedCache, parts.withoutDerivedCache);
  await compare(
    'fragment cache',
    () => parts.withFragmentCache(page),
    () => parts.withoutFragmentCache(page),
  );
  await compare(
    'render store',
    () => parts.withRenderStore(page),
    () => parts.withoutRenderStore(page),
  );
  await compare(
    'hooks for the server',
    () => parts.withFragmentCache(page),
    () => withLibrary.withFragmentCache(libraryPage),
  );
  const renderer = { BOOT_SCRIPT: 'x'.repeat(3_000), SCRIPTS_ID: 'scripts', STATE_ID: 'state' };
  const app = { ...aBuiltApp(directory), renderer } as unknown as BuiltApp;
  const write = createDocumentWriter(app);
  const markup = parts.withFragmentCache(page);
  const state = await parts.withDerivedCache();
  const document = {
    kind: 'reading',
    source: '',
    head: '',
    preloads: '',
    look: { icons: '', style: '' },
    markup,
    state,
  } as const;
  const start = write({ ...document, markup: '', state: '' }).toString();
  await compare(
    'reused encoder',
    () => write(document),
    () => Buffer.from([start, markup, state].join('')),
  );
} finally {
  await rm(directory, { recursive: true });
}
