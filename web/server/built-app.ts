import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as EntryServer from '../src/entry-server.tsx';
import type { DocumentKind } from '#shared/routing/route.ts';

/** The renderer's module, as Vite built it. */
export type Renderer = typeof EntryServer;

export interface ManifestEntry {
  file: string;
  isEntry?: boolean;
  css?: string[];
  imports?: string[];
}
export type Manifest = Record<string, ManifestEntry>;

/** What a page needs beside the entry of its kind: its chunks, to be fetched at once, and its styles. */
export interface PageFiles {
  scripts: readonly string[];
  styles: readonly PageStyle[];
}

export interface PageStyle {
  href: string;
  css: string;
}

/** The entry of one kind of document: its script, the chunks that it imports, and the styles that stand in the document. */
export interface EntryFiles {
  script: string;
  chunks: readonly string[];
  styles: readonly PageStyle[];
}

/** What the build left behind: the renderer, an entry for each kind of document, and the files of pages. */
export interface BuiltApp {
  renderer: Renderer;
  clientDir: string;
  entries: Readonly<Record<DocumentKind, EntryFiles>>;
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
  const renderer = (await import(pathToFileURL(join(distDir, 'server', 'entry-server.js')).href)) as Renderer;
  await renderer.loadAllPages();
  const read = async (file: string): Promise<string> =>
    (await readFile(join(clientDir, file), 'utf8')).trim();
  const pages = new Map<string, PageFiles>();
  const stylesOf = (files: readonly string[]): Promise<PageStyle[]> =>
    Promise.all(files.map(async (file) => ({ href: `/${file}`, css: await read(file) })));
  for (const [source, kind] of renderer.pageSources()) {
    const { scripts, styles } = filesOf(manifest, kind, `src/${source}`);
    pages.set(source, { scripts: scripts.map((file) => `/${file}`), styles: await stylesOf(styles) });
  }
  const entryOf = async (kind: DocumentKind): Promise<EntryFiles> => {
    const [entry, ...imported] = chunksFrom(manifest, entryKey(kind));
    if (entry === undefined) throw new Error(`The build has no entry ${entryKey(kind)}`);
    return {
      script: `/${entry.file}`,
      chunks: imported.map(({ file }) => `/${file}`),
      // Those of imported chunks come first, as the entry's own may override them.
      styles: await stylesOf([...imported, entry].flatMap(({ css = [] }) => css)),
    };
  };
  return {
    renderer,
    clientDir,
    entries: {
      reading: await entryOf('reading'),
      app: await entryOf('app'),
      console: await entryOf('console'),
    },
    pages,
    fonts: entries.flatMap(({ file }) => (EARLY_FONT.test(file) ? [`/${file}`] : [])),
  };
}

const entryKey = (kind: DocumentKind): string => `src/entries/${kind}.tsx`;

function reach(manifest: Manifest, from: ManifestEntry, reached: Set<ManifestEntry>): void {
  if (reached.has(from)) return;
  reached.add(from);
  for (const name of from.imports ?? []) {
    const imported = manifest[name];
    if (imported !== undefined) reach(manifest, imported, reached);
  }
}

/** A module's chunk and those that it imports, itself first. */
function chunksFrom(manifest: Manifest, key: string): ManifestEntry[] {
  const reached = new Set<ManifestEntry>();
  const start = manifest[key];
  if (start !== undefined) reach(manifest, start, reached);
  return [...reached];
}

/** The chunks and styles that one module needs and the entry of its kind does not bring. */
export function filesOf(
  manifest: Manifest,
  kind: DocumentKind,
  key: string,
): { scripts: string[]; styles: string[] } {
  if (manifest[key] === undefined) throw new Error(`The build has no ${key}`);
  const brought = new Set(chunksFrom(manifest, entryKey(kind)));
  const own = chunksFrom(manifest, key).filter((one) => !brought.has(one));
  return { scripts: own.map(({ file }) => file), styles: own.flatMap(({ css = [] }) => css) };
}
