import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';

const BUDGET_BYTES = 125 * 1024;

const webDir = fileURLToPath(new URL('..', import.meta.url));
let chunks: Rolldown.OutputChunk[];

const isPage = ({ facadeModuleId }: Rolldown.OutputChunk): boolean =>
  /\/features\/\w+\/routes\/[\w-]+-page\.tsx$/.test(facadeModuleId ?? '');
const ofPage = (name: string): Rolldown.OutputChunk[] =>
  chunks.filter((chunk) => isPage(chunk) && chunk.facadeModuleId?.endsWith(`/${name}`));

/** The entry, a page of its own, and every chunk that they need before they can run. */
function readingChunks(page: readonly Rolldown.OutputChunk[] = []): Rolldown.OutputChunk[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const reached = new Set([...chunks.filter(({ isEntry }) => isEntry), ...page]);
  for (const chunk of reached)
    for (const name of chunk.imports) {
      const imported = byName.get(name);
      if (imported !== undefined) reached.add(imported);
    }
  return [...reached];
}

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
  chunks = [result]
    .flat()
    .flatMap((one) => ('output' in one ? one.output : []))
    .filter((one) => one.type === 'chunk');
}, 120_000);

const modulesOf = (reached: Rolldown.OutputChunk[]) => reached.flatMap(({ moduleIds }) => moduleIds);
const ANTD = /\/node_modules\/(antd|@ant-design|@rc-component|dayjs)\//;

describe('the reading entry', () => {
  it('is read by this test at all, with the pages beside it', () => {
    const entry = modulesOf(readingChunks());
    expect(entry.some((id) => id.includes('/node_modules/react-dom/'))).toBe(true);
    expect(entry.filter((id) => id.includes('/routes/'))).toEqual([]);
    const page = modulesOf(readingChunks(ofPage('article-page.tsx')));
    expect(page.some((id) => id.endsWith('/features/news/routes/article-page.tsx'))).toBe(true);
  });
  it('does not reach antd', () => {
    expect(modulesOf(readingChunks()).filter((id) => ANTD.test(id))).toEqual([]);
  });
  it('has of the router what pages use, and none of its own forms and fetchers', () => {
    const code = readingChunks()
      .map((chunk) => chunk.code)
      .join('');
    expect(code).toContain('useRoutes() may be used only in');
    expect(code).not.toMatch(/useFormAction must be used|data-discover|ScrollRestoration/);
  });
});

describe('a page', () => {
  it('stays within the budget with the entry', () => {
    const sizes = chunks.filter(isPage).map((page) => ({
      page: page.name,
      bytes: readingChunks([page]).reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0),
    }));
    expect(sizes.length).toBeGreaterThan(8);
    expect(sizes.filter(({ bytes }) => bytes >= BUDGET_BYTES)).toEqual([]);
  });
});
