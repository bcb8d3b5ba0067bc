import { mkdtemp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeClient } from './write-client.ts';

const MODULES = path.join(import.meta.dirname, '..', '..', 'node_modules');

const LISTS_POSTS = `
import { createVidhi } from '@vidhi/client';
const { api, logIn } = createVidhi({ baseUrl: 'https://vidhi.example' });
const { data, error } = await api.GET('/api/posts', {
  params: { query: { filters: { title: { $contains: 'GST' } }, fields: ['title'], 'pagination[pageSize]': 5 } },
});
export const titles: (string | null | undefined)[] = (data?.data ?? []).map(({ attributes }) => attributes?.title);
export const status: number | undefined = error?.error.status;
export const related = api.GET('/api/posts/{id}/related', { params: { path: { id: 7 } } });
export const user: Promise<{ id: number }> = logIn({ identifier: 'asha', password: 'a long one' });
`;

/** Each line is an error. */
const WRONG_LINES = [
  "export const noPath = api.GET('/api/articles', {});",
  'export const noAttribute = (data?.data ?? []).map(({ attributes }) => attributes?.headline);',
  "export const noField = api.GET('/api/posts', { params: { query: { fields: ['headline'] } } });",
  "export const noNumber = api.GET('/api/posts', { params: { query: { 'pagination[pageSize]': 'five' } } });",
];

/** A project that has installed the package. */
let project: string;
beforeAll(async () => {
  project = await mkdtemp(path.join(tmpdir(), 'vidhi-client-'));
  const modules = path.join(project, 'node_modules');
  await mkdir(path.join(modules, '@vidhi'), { recursive: true });
  await writeClient(path.join(modules, '@vidhi', 'client'));
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers'])
    await symlink(path.join(MODULES, name), path.join(modules, name));
});
afterAll(async () => rm(project, { recursive: true }));

/** The lines of a program of that project that the compiler reports in strict mode. */
async function wrongLinesOf(source: string): Promise<string[]> {
  const file = path.join(project, 'program.ts');
  await writeFile(file, source);
  const program = ts.createProgram([file], {
    strict: true,
    noEmit: true,
    types: [],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  });
  const lines = source.split('\n');
  return ts.getPreEmitDiagnostics(program).map(({ file: reported, start = 0, messageText }) => {
    const message = ts.flattenDiagnosticMessageText(messageText, '\n');
    if (reported === undefined || !reported.fileName.endsWith('program.ts')) return message;
    return lines[reported.getLineAndCharacterOfPosition(start).line] ?? message;
  });
}

describe('the package @vidhi/client', () => {
  it('can be published', async () => {
    const folder = path.join(project, 'node_modules', '@vidhi', 'client');
    const manifest = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
    expect(manifest).toMatchObject({ name: '@vidhi/client', license: 'Apache-2.0' });
    expect(manifest.private).toBeUndefined();
    expect(manifest.publishConfig).toEqual({ access: 'public' });
    for (const file of ['README.md', 'LICENSE', 'index.js', 'index.d.ts', 'api.d.ts'])
      expect((await readFile(path.join(folder, file), 'utf8')).length).toBeGreaterThan(0);
  });

  it('types paths, parameters and responses', async () => {
    expect(await wrongLinesOf(LISTS_POSTS + WRONG_LINES.join('\n'))).toEqual(WRONG_LINES);
  });

  it('runs without its sources', async () => {
    const index = path.join(project, 'node_modules', '@vidhi', 'client', 'index.js');
    expect(Object.keys((await import(index)) as object).toSorted()).toEqual(['VidhiError', 'createVidhi']);
  });
});
