import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as EntryServer from '../src/entry-server.tsx';

/** The renderer's module, as Vite built it. */
export type Renderer = typeof EntryServer;

export interface ManifestEntry {
  file: string;
  isEntry?: boolean;
  css?: string[];
  imports?: string[];
}
export type Manifest = Record<string, ManifestEntry>;

/** What a page needs beside the entry: its chunks, to be fetched at once, and its styles. */
export interface PageFiles {
  scripts: readonly string[];
  styles: readonly PageStyle[];
}

export interface PageStyle {
  href: string;
  css: string;
}

/** What the build left behind: the renderer, the browser's entry, and the style sheet to stand in pages. */
export interface BuiltApp {
  renderer: Renderer;
  clientDir: string;
  entryScript: string;
  /** Chunks that the entry needs before it can run. */
  entryChunks: readonly string[];
  css: string;
  cssHref: string;
  /** By the page module's path below `src/`. */
  pages: ReadonlyMap<string, PageFiles>;
  /** Fonts that are wanted at once. */
  fonts: readonly string[];
}

const EARLY_FONT = /(?:newsreader-basic-normal|hind-basic-\d00)-.*\.woff2$/;

/** Reads a finished build; throws a sentence that says what to do when there is none. */
export async function loadBuiltApp(distDir: string): Promise<BuiltApp> {
  const clientDir = join(distDir, 'client');
  let manifest: Manifest;
  try {
    manifest = JSON.parse(await readFile(join(clientDir, 'manifest.json'), 'utf8')) as Manifest;
  } catch (cause) {
    throw new Error('The web is not built: run `npm run build -w web` first', { cause });
  }
  const entries = Object.values(manifest);
  const entry = entries.find(({ isEntry }) => isEntry === true);
  const cssFile = entry?.css?.[0];
  if (entry === undefined || cssFile === undefined)
    throw new Error('The build has no entry or no style sheet');
  const renderer = (await import(pathToFileURL(join(distDir, 'server', 'entry-server.js')).href)) as Renderer;
  await renderer.loadAllPages();
  const read = async (file: string): Promise<string> =>
    (await readFile(join(clientDir, file), 'utf8')).trim();
  const pages = new Map<string, PageFiles>();
  for (const source of renderer.pageSources().keys()) {
    const { scripts, styles } = filesOf(manifest, `src/${source}`);
    pages.set(source, {
      scripts: scripts.map((file) => `/${file}`),
      styles: await Promise.all(styles.map(async (file) => ({ href: `/${file}`, css: await read(file) }))),
    });
  }
  return {
    renderer,
    clientDir,
    entryScript: `/${entry.file}`,
    entryChunks: chunksOf(manifest, entry).map((file) => `/${file}`),
    css: await read(cssFile),
    cssHref: `/${cssFile}`,
    pages,
    fonts: entries.flatMap(({ file }) => (EARLY_FONT.test(file) ? [`/${file}`] : [])),
  };
}

function reach(manifest: Manifest, from: ManifestEntry, reached: Set<ManifestEntry>): void {
  if (reached.has(from)) return;
  reached.add(from);
  for (const name of from.imports ?? []) {
    const imported = manifest[name];
    if (imported !== undefined) reach(manifest, imported, reached);
  }
}

function chunksOf(manifest: Manifest, entry: ManifestEntry): string[] {
  const reached = new Set<ManifestEntry>();
  reach(manifest, entry, reached);
  return [...reached].flatMap(({ file }) => (file === entry.file ? [] : [file]));
}

/** The chunks and styles that one module needs and the entry does not bring. */
export function filesOf(manifest: Manifest, key: string): { scripts: string[]; styles: string[] } {
  const [entry, page] = [Object.values(manifest).find(({ isEntry }) => isEntry === true), manifest[key]];
  if (entry === undefined || page === undefined) throw new Error(`The build has no ${key}`);
  const reached = new Set<ManifestEntry>();
  reach(manifest, entry, reached);
  const brought = new Set(reached);
  reach(manifest, page, reached);
  const own = [...reached].filter((one) => !brought.has(one));
  return { scripts: own.map(({ file }) => file), styles: own.flatMap(({ css = [] }) => css) };
}
