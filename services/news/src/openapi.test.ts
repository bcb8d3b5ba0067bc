import { expect, it } from 'vitest';
import { openapiProblems } from '@vidhi/testing/openapi-problems.ts';
import { aNewsApp } from './app-builder.ts';

it('describes every operation so that clients can be generated', async () => {
  const { app } = await aNewsApp();
  const document = (await app.inject('/internal/openapi.json')).json();
  expect(openapiProblems(document)).toEqual([]);
  const related = document.paths['/api/posts/{id}/related'].get.responses[200];
  expect(related.content['application/json'].schema).toEqual({ $ref: '#/components/schemas/PostList' });
});
