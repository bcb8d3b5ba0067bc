import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';

const BUDGET_BYTES = 125 * 1024;

const webDir = fileURLToPath(new URL('..', import.meta.url));
let chunks: Rolldown.OutputChunk[];

/** The entry and every chunk that it needs before it can run. */
function readingChunks(): Rolldown.OutputChunk[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const reached = new Set(chunks.filter(({ isEntry }) => isEntry));
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

describe('the reading entry', () => {
  const modules = () => readingChunks().flatMap(({ moduleIds }) => moduleIds);
  it('is read by this test at all', () => {
    expect(modules().some((id) => id.includes('/node_modules/react-dom/'))).toBe(true);
    expect(modules().some((id) => id.endsWith('/features/news/routes/article-page.tsx'))).toBe(true);
  });
  it('does not reach antd', () => {
    expect(
      modules().filter((id) => /\/node_modules\/(antd|@ant-design|@rc-component|dayjs)\//.test(id)),
    ).toEqual([]);
  });
  it('stays within its budget', () => {
    const bytes = readingChunks().reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0);
    expect(bytes).toBeLessThan(BUDGET_BYTES);
  });
});
