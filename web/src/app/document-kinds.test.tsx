import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SCREEN_SEGMENTS } from '@vidhi/contracts/reserved-segments.ts';
import type { RouteDefinition } from '#shared/routing/route.ts';
import { addConsolePages } from '../features/console/page-table.ts';
import { addAppPages } from './app-pages.ts';
import { allPages } from './routes.tsx';

const SOURCES = join(import.meta.dirname, '..');

const flatten = (routes: readonly RouteDefinition[]): RouteDefinition[] =>
  routes.flatMap((route) => [route, ...flatten(route.children ?? [])]);

addAppPages();
addConsolePages();

describe('every route', () => {
  const all = flatten(allPages());

  it('begins with a reserved segment', () => {
    const segments = all.flatMap(({ path }) => path.split('/')[1]?.replace(/^:.*/, '') || []);
    expect(segments.length).toBeGreaterThan(10);
    expect(segments.filter((one) => !SCREEN_SEGMENTS.some((reserved) => reserved === one))).toEqual([]);
  });

  it('has a path of its own', () => {
    // The first child of a layout has the path of the layout.
    const paths = all.filter(({ children }) => children === undefined).map(({ path }) => path);
    expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([]);
  });

  it('has a shell if it is no reading page', () => {
    const pages = all.filter(({ children }) => children === undefined);
    const withShell = pages.filter(({ shell }) => shell !== undefined);
    expect(withShell).toEqual(pages.filter(({ kind }) => kind !== 'reading'));
    expect(withShell.filter(({ shell }) => shell?.title === '')).toEqual([]);
  });

  it('names the module that it imports', async () => {
    const sources = await Promise.all(
      globSync('features/*/{*-pages,page-table}.ts', { cwd: SOURCES }).map((file) =>
        readFile(join(SOURCES, file), 'utf8'),
      ),
    );
    const rows = sources.flatMap((text) =>
      Array.from(
        text.matchAll(
          /(?:file: |page\()'([\w-]+)',\s+(?:page: )?\(\) =>\s+import\('\.\/routes\/([\w-]+)\.tsx'\)/g,
        ),
        ([, named, imported]) => ({ named, imported }),
      ),
    );
    expect(rows.filter(({ named, imported }) => named !== imported)).toEqual([]);
    const named = new Set(rows.map((row) => row.named));
    expect(new Set(all.map(({ lazy }) => basename(lazy.source, '.tsx')))).toEqual(named);
  });
});
