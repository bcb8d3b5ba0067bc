import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as EntryServer from '../src/entry-server.tsx';

/** The renderer's module, as Vite built it. */
export type Renderer = typeof EntryServer;

interface ManifestEntry {
  file: string;
  isEntry?: boolean;
  css?: string[];
}

/** What the build left behind: the renderer, the browser's entry, and the style sheet to stand in pages. */
export interface BuiltApp {
  renderer: Renderer;
  clientDir: string;
  entryScript: string;
  css: string;
  /** Fonts that are wanted at once. */
  fonts: readonly string[];
}

const EARLY_FONT = /newsreader-latin-wght-normal-.*\.woff2$/;

/** Reads a finished build; throws a sentence that says what to do when there is none. */
export async function loadBuiltApp(distDir: string): Promise<BuiltApp> {
  const clientDir = join(distDir, 'client');
  let manifest: Record<string, ManifestEntry>;
  try {
    manifest = JSON.parse(await readFile(join(clientDir, 'manifest.json'), 'utf8')) as Record<
      string,
      ManifestEntry
    >;
  } catch (cause) {
    throw new Error('The web is not built: run `npm run build -w web` first', { cause });
  }
  const entries = Object.values(manifest);
  const entry = entries.find(({ isEntry }) => isEntry === true);
  const cssFile = entry?.css?.[0] ?? entries.find(({ file }) => file.endsWith('.css'))?.file;
  if (entry === undefined || cssFile === undefined)
    throw new Error('The build has no entry or no style sheet');
  return {
    renderer: (await import(pathToFileURL(join(distDir, 'server', 'entry-server.js')).href)) as Renderer,
    clientDir,
    entryScript: `/${entry.file}`,
    css: (await readFile(join(clientDir, cssFile), 'utf8')).trim(),
    fonts: entries.flatMap(({ file }) => (EARLY_FONT.test(file) ? [`/${file}`] : [])),
  };
}
