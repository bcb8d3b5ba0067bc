import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as EntryServer from '../src/ssr/entry-server.tsx';
import type { DocumentKind } from '#shared/routing/route.ts';

/** The renderer's module, as Vite built it. */
export type Renderer = typeof EntryServer;

export interface ManifestEntry {
  /** Name of a chunk that the configuration names. */
  name?: string;
  file: string;
  isEntry?: boolean;
  css?: string[];
  imports?: string[];
}
export type Manifest = Record<string, ManifestEntry>;

/** Chunks and styles of a page that the entry of its kind does not include. */
export interface PageFiles {
  kind: DocumentKind;
  scripts: readonly string[];
  /** Styles that are inlined into the document. */
  styles: readonly PageStyle[];
  /** URLs of larger sheets, which the document preloads and the page's module applies; reading pages have none. */
  linkedStyles: readonly string[];
}

export interface PageStyle {
  href: string;
  css: string;
}

/** The entry of one kind of document, the chunks that it imports, and the styles that are inlined into the document. */
export interface EntryFiles {
  script: string;
  chunks: readonly string[];
  styles: readonly PageStyle[];
}

/** The output of `scripts/build.mjs`. */
export interface BuiltApp {
  renderer: Renderer;
  clientDir: string;
  entries: Readonly<Record<DocumentKind, EntryFiles>>;
  /** Files of pages by the path of the page's module below `src/`. */
  pages: ReadonlyMap<string, PageFiles>;
  /** URLs of fonts that every document preloads. */
  fonts: readonly string[];
}

/**
 * Sheets of app and console pages above this size, in characters, are linked: that of antd is ten times as large, all others
 * are smaller. A sheet that is applied later costs a style recalculation, and a layout of the whole document when a sheet
 * behind it is there already.
 */
const MAX_INLINED_STYLE = 16_384;

/** The largest font comes first: its request reuses the document's connection, the others may open new ones. */
const EARLY_FONTS = ['newsreader-basic-normal', 'hind-basic-400', 'hind-basic-600'];

/** Loads the build and the modules of all reading pages. Throws when there is no build. */
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
  for (const [source, { kind, modules }] of renderer.pageSources()) {
    const { scripts, styles: files } = filesOf(
      manifest,
      kind,
      modules.map((module) => `src/${module}`),
    );
    const styles = await stylesOf(files);
    const isInlined = ({ css }: PageStyle): boolean => kind === 'reading' || css.length <= MAX_INLINED_STYLE;
    pages.set(source, {
      kind,
      scripts: scripts.map((file) => `/${file}`),
      styles: styles.filter(isInlined),
      linkedStyles: styles.filter((style) => !isInlined(style)).map(({ href }) => href),
    });
  }
  const entryOf = async (kind: DocumentKind): Promise<EntryFiles> => {
    const chunks = chunksFrom(manifest, [entryKey(kind)]);
    const entry = chunks.at(-1);
    if (entry === undefined) throw new Error(`The build has no entry ${entryKey(kind)}`);
    return {
      script: `/${entry.file}`,
      chunks: chunks.slice(0, -1).map(({ file }) => `/${file}`),
      styles: await stylesOf(chunks.flatMap(({ css = [] }) => css)),
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
    fonts: EARLY_FONTS.flatMap((name) =>
      entries.flatMap(({ file }) => (file.startsWith(`assets/${name}-`) ? [`/${file}`] : [])),
    ),
  };
}

const entryKey = (kind: DocumentKind): string => `src/entries/${kind}.tsx`;

function collectImports(
  manifest: Manifest,
  from: ManifestEntry,
  reached: ManifestEntry[],
  seen: Set<ManifestEntry>,
): void {
  if (seen.has(from)) return;
  seen.add(from);
  for (const name of from.imports ?? []) {
    const imported = manifest[name];
    if (imported !== undefined) collectImports(manifest, imported, reached, seen);
  }
  reached.push(from);
}

/**
 * Returns the chunks of modules, each after all chunks that it imports statically, in the order in which they are evaluated.
 */
function chunksFrom(manifest: Manifest, keys: readonly string[]): ManifestEntry[] {
  const reached: ManifestEntry[] = [];
  const seen = new Set<ManifestEntry>();
  for (const key of keys) {
    const start = manifest[key];
    if (start !== undefined) collectImports(manifest, start, reached, seen);
  }
  return reached;
}

/** Returns the chunks and styles of modules that the entry of their kind does not include. */
export function filesOf(
  manifest: Manifest,
  kind: DocumentKind,
  keys: readonly string[],
): { scripts: string[]; styles: string[] } {
  const unknown = keys.find((key) => manifest[key] === undefined);
  if (unknown !== undefined) throw new Error(`The build has no ${unknown}`);
  const ofEntry = new Set(chunksFrom(manifest, [entryKey(kind)]));
  const own = chunksFrom(manifest, keys).filter((one) => !ofEntry.has(one));
  // Styles of an importing chunk come after those of the imported ones, as in the browser. Several chunks can have the same.
  const styles = new Set(own.flatMap(({ css = [] }) => css));
  return { scripts: own.map(({ file }) => file).toReversed(), styles: [...styles] };
}
