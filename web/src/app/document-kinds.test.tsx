import { describe, expect, it } from 'vitest';
import { SCREEN_SEGMENTS } from '@vidhi/contracts/reserved-segments.ts';
import type { RouteDefinition } from '#shared/routing/route.ts';
import { consoleShells } from '../features/console/console-shells.ts';
import { addConsolePages } from '../features/console/page-table.ts';
import { SHELLS } from './page-shell.tsx';
import { allRoutes } from './routes.tsx';

const flatten = (routes: readonly RouteDefinition[]): RouteDefinition[] =>
  routes.flatMap((route) => [route, ...flatten(route.children ?? [])]);

addConsolePages();

describe('every route', () => {
  const all = flatten(allRoutes());

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
    const paths = all.flatMap(({ kind, path }) => (kind === 'reading' ? [] : [path]));
    const shells = [...Object.keys(SHELLS), ...Object.keys(consoleShells)];
    // The layout of the console has the path of its first page.
    expect(shells.toSorted()).toEqual([...new Set(paths)].toSorted());
  });
});
