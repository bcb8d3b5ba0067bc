import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DocumentKind, RouteDefinition } from '#shared/routing/route.ts';
import { addAppPages } from '../src/app/app-pages.ts';
import { allPages } from '../src/app/routes.tsx';
import { addConsolePages } from '../src/features/console/page-table.ts';
import { readStyleNames } from './style-types.ts';

const KB = 1024;
/** Budgets of the gzipped scripts that a document needs before its page can run. */
const BUDGETS: Record<DocumentKind, number> = { reading: 125 * KB, app: 330 * KB, console: 420 * KB };
/** Budget of the lists of the console (`ResourceList`), which staff open all day. */
const LIST_BUDGET = 300 * KB;

const webDir = fileURLToPath(new URL('..', import.meta.url));
let chunks: Rolldown.OutputChunk[];
let styles: string;
let sheets: ReadonlyMap<string, string>;

/** Layout routes and page of every page of the site, outermost first. */
function branchesOf(routes: readonly RouteDefinition[], above: RouteDefinition[] = []): RouteDefinition[][] {
  return routes.flatMap((route) => {
    const branch = [...above, route];
    return route.children === undefined ? [branch] : branchesOf(route.children, branch);
  });
}
addAppPages();
addConsolePages();
const PAGES = branchesOf(allPages()).flatMap((branch) => {
  const page = branch.at(-1);
  return page === undefined ? [] : [{ page, branch }];
});
const pathsOf = (kind: DocumentKind) => PAGES.flatMap(({ page }) => (page.kind === kind ? [page.path] : []));

function chunkOf(source: string): Rolldown.OutputChunk {
  const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/web/src/${source}`));
  if (chunk === undefined) throw new Error(`The build has no chunk of ${source}`);
  return chunk;
}

/** Chunks that the given ones reach; with `dynamic`, also those that they import later. */
function reach(start: readonly Rolldown.OutputChunk[], dynamic?: (chunk: Rolldown.OutputChunk) => boolean) {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const reached = new Set(start);
  for (const chunk of reached) {
    for (const name of chunk.imports) {
      const imported = byName.get(name);
      if (imported !== undefined) reached.add(imported);
    }
    for (const name of dynamic === undefined ? [] : chunk.dynamicImports) {
      const imported = byName.get(name);
      if (imported !== undefined && dynamic?.(imported) === true) reached.add(imported);
    }
  }
  return [...reached];
}

const entryOf = (kind: DocumentKind) => chunkOf(`entries/${kind}.tsx`);
const chunksOf = ({ branch, page }: (typeof PAGES)[number]) =>
  reach([entryOf(page.kind), ...branch.map(({ lazy }) => chunkOf(lazy.source))]);

beforeAll(async () => {
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  const result = await build({
    configFile: `${webDir}/vite.config.ts`,
    mode: 'production',
    logLevel: 'silent',
    build: { write: false },
  });
  if (before === undefined) delete process.env['NODE_ENV'];
  else process.env['NODE_ENV'] = before;
  const files = [result].flat().flatMap((one) => ('output' in one ? one.output : []));
  chunks = files.filter((one) => one.type === 'chunk');
  sheets = new Map(
    files.flatMap((one) =>
      one.type === 'asset' && one.fileName.endsWith('.css') ? [[one.fileName, String(one.source)]] : [],
    ),
  );
  styles = [...sheets.values()].join('');
}, 180_000);

const modulesOf = (reached: Rolldown.OutputChunk[]) => reached.flatMap(({ moduleIds }) => moduleIds);
const ANTD = /\/node_modules\/(antd|@ant-design|@rc-component|dayjs)\//;

describe('the entries', () => {
  it.each(['reading', 'app', 'console'] as const)('%s has React, no page and no antd', (kind) => {
    const entry = modulesOf(reach([entryOf(kind)]));
    expect(entry.some((id) => id.includes('/node_modules/react-dom/'))).toBe(true);
    expect(entry.filter((id) => id.includes('/routes/') || ANTD.test(id))).toEqual([]);
  });

  it('have of the router what pages use, and none of its own routes, forms and fetchers', () => {
    const code = reach([entryOf('reading')])
      .map((chunk) => chunk.code)
      .join('');
    expect(code).toContain('useNavigate() may be used only in');
    expect(code).not.toMatch(
      /useRoutes\(\) may be|Unexpected Application Error|useFormAction must be used|data-discover|ScrollRestoration/,
    );
  });
});

describe('the scripts of an entry', () => {
  const fileOf = (module: string): string | undefined =>
    chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))?.fileName;

  it('have of RTK Query what endpoints use, and no infinite queries', () => {
    const code = reach([entryOf('reading')])
      .map((chunk) => chunk.code)
      .join('');
    expect(code).toContain('upsertQueryEntries');
    expect(code).not.toMatch(/fetchNextPage|getNextPageParam|infiniteQueryOptions/);
  });

  it('have React, its initialization, the router, the API and the app in tasks of their own', () => {
    const files = [
      '/react-dom/client.js',
      '/react-client.ts',
      '/react-redux.mjs',
      '/base-api.ts',
      '/app/start.tsx',
    ].map(fileOf);
    expect(files).not.toContain(undefined);
    expect(new Set(files).size).toBe(files.length);
  });
});

it('no page has the code of antd that computes styles at run time', () => {
  const rendered = chunks.flatMap(({ modules }) =>
    Object.entries(modules).flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? [id] : [])),
  );
  expect(rendered.some((id) => id.endsWith('/antd/es/select/index.js'))).toBe(true);
  const computing =
    /cssinjs-utils\/es\/util\/genStyleUtils|cssinjs\/es\/hooks\/use\w+(Token|Register)|antd\/es\/theme\/(useToken|util\/useResetIconStyle)\./;
  expect(rendered.filter((id) => computing.test(id))).toEqual([]);
  // One that a function of select/style/index.js calls.
  expect(rendered.filter((id) => id.endsWith('/antd/es/select/style/dropdown.js'))).toEqual([]);
});

/** Returns the text of a style sheet outside of all blocks: selectors and statements. */
function outsideOfBlocks(css: string): string {
  let depth = 0;
  return [...css]
    .filter((sign) => {
      if (sign === '{') depth += 1;
      if (sign === '}') depth -= 1;
      return depth === 0 && sign !== '}';
    })
    .join('');
}

describe('the style sheets', () => {
  it('are all in the build, in their layers', async () => {
    const sheets = await readStyleNames();
    const shown = new Set(Array.from(styles.matchAll(/\.([\w-]+)/g), ([, name]) => name));
    const missing = sheets.filter(({ names }) => [...names.values()].some((name) => !shown.has(name)));
    expect(missing.map(({ file }) => file)).toEqual([]);
    expect(outsideOfBlocks(styles)).toMatch(/^(\s*@layer [a-z,]+;?)+\s*$/);
  });

  it('have their names in the scripts without a variable for each', async () => {
    const names = new Set((await readStyleNames()).flatMap((sheet) => [...sheet.names.values()]));
    const code = chunks.map((chunk) => chunk.code).join('');
    const assigned = Array.from(code.matchAll(/[\w$] ?= ?["'`](\w+)["'`]/g), ([, value = '']) => value);
    expect(assigned.filter((value) => names.has(value))).toEqual([]);
  });
});

/** Sheets of the news whose parts the masthead and the menu of every page show. */
const OF_EVERY_PAGE = /\/(category-tree|section-menu|suggestions)\.module\.css$/;
const isOfNews = (path: string): boolean => path.includes('features/news/');

describe('a page that is not of the news', () => {
  it('loads no style sheet of the news', async () => {
    const ofNews = (await readStyleNames()).filter(({ file }) => isOfNews(file));
    const namesOf = (isShared: boolean) =>
      ofNews
        .filter(({ file }) => OF_EVERY_PAGE.test(file) === isShared)
        .flatMap(({ names }) => [...names.values()]);
    const shared = new Set(namesOf(true));
    const names = new Set(namesOf(false).filter((name) => !shared.has(name)));
    const classesOf = (page: (typeof PAGES)[number]): string[] => {
      const files = new Set(chunksOf(page).flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]));
      const css = [...files].map((file) => sheets.get(file) ?? '').join('');
      return Array.from(css.matchAll(/\.([A-Za-z][\w-]*)/g), ([, name = '']) => name);
    };
    const [news, others] = [true, false].map((isNews) =>
      PAGES.filter(({ page }) => isOfNews(page.lazy.source) === isNews),
    );
    const withNews = (pages: typeof PAGES = []) =>
      pages.flatMap((one) => (classesOf(one).some((name) => names.has(name)) ? [one.page.path] : []));
    expect(withNews(news)).toContain('/:catslug/:newsslug');
    expect(others?.map(({ page }) => page.path)).toEqual(expect.arrayContaining(['/login', '/cart']));
    expect(withNews(others)).toEqual([]);
  });
});

describe('a reading page', () => {
  it('reaches antd neither at once nor later', () => {
    expect(pathsOf('reading').length).toBeGreaterThan(8);
    const others = new Set(
      PAGES.flatMap(({ page, branch }) =>
        page.kind === 'reading' ? [] : branch.map(({ lazy }) => chunkOf(lazy.source)),
      ),
    );
    const pages = PAGES.filter(({ page }) => page.kind === 'reading').flatMap(chunksOf);
    // A link to a page of another kind loads another document, so no reading page imports its module.
    const reached = modulesOf(reach(pages, (chunk) => !others.has(chunk)));
    expect(reached.filter((id) => ANTD.test(id))).toEqual([]);
  });
});

describe('every page', () => {
  it('of the console that shows a resource as a list stays within a budget of its own', () => {
    const lists = PAGES.filter((one) =>
      modulesOf(chunksOf(one)).some((id) => id.endsWith('/console/kit/resource-list.tsx')),
    );
    const sizes = lists.map((one) => ({
      path: one.page.path,
      bytes: chunksOf(one).reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0),
    }));
    expect(sizes.length).toBeGreaterThan(4);
    expect(sizes.filter(({ bytes }) => bytes >= LIST_BUDGET)).toEqual([]);
  });

  it.each(['reading', 'app', 'console'] as const)(
    'of kind %s stays within its budget with its entry',
    (kind) => {
      const sizes = PAGES.filter(({ page }) => page.kind === kind).map((one) => ({
        path: one.page.path,
        bytes: chunksOf(one).reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0),
      }));
      expect(sizes.length).toBeGreaterThan(0);
      expect(sizes.filter(({ bytes }) => bytes >= BUDGETS[kind])).toEqual([]);
    },
  );
});

it('the page of an article stays within the budget with all that it loads later, and has no table of antd', () => {
  const pageChunks = new Set(PAGES.flatMap(({ branch }) => branch.map(({ lazy }) => chunkOf(lazy.source))));
  const [article] = PAGES.filter(({ page }) => page.path === '/console/posts/:id');
  const reached = article === undefined ? [] : reach(chunksOf(article), (chunk) => !pageChunks.has(chunk));
  const modules = modulesOf(reached);
  expect(modules.some((id) => id.includes('/node_modules/prosemirror-view/'))).toBe(true);
  expect(modules.filter((id) => id.includes('/antd/es/table/'))).toEqual([]);
  const bytes = reached.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0);
  expect(bytes).toBeLessThan(BUDGETS.console);
});
