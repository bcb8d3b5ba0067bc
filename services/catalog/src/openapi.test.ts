import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openapiProblems } from '@vidhi/testing/openapi-problems.ts';
import { aDescribedCatalog } from './described-app-builder.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vidhi-openapi-'));
});
afterAll(async () => rm(folder, { recursive: true }));

it('describes every operation so that clients can be generated', async () => {
  const app = await aDescribedCatalog(folder);
  const document = (await app.inject('/internal/openapi.json')).json();
  expect(openapiProblems(document)).toEqual([]);
  expect(Object.keys(document.paths['/api/upload/files/{id}'])).toEqual(['get', 'delete', 'put']);
});
