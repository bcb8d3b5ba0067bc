import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ROLE } from '@vidhi/contracts/roles.ts';
import {
  aGateway,
  forgedTokenOf,
  tokenOf,
  type FakeService,
  type GatewayUnderTest,
} from '../gateway-builder.ts';

const PATH = '/api/content-type-builder/content-types';
const POST = { uid: 'api::post.post', apiID: 'post', schema: { attributes: {} } };
const BOOK = { uid: 'api::book.book', apiID: 'book', schema: { attributes: {} } };
const FILE = { uid: 'plugin::upload.file', apiID: 'file', schema: { attributes: {} } };

let gateway: GatewayUnderTest;
const describes = (service: FakeService, types: readonly unknown[]): void => {
  service.respond = (_request, response) => {
    response.end(JSON.stringify({ paths: {}, 'x-content-types': types }));
  };
};
beforeEach(async () => {
  gateway = await aGateway();
  describes(gateway.services.news, [POST, FILE]);
  describes(gateway.services.catalog, [BOOK, FILE]);
});
afterEach(async () => gateway.close());

const request = (path: string, token?: string): Promise<Response> =>
  gateway.get(path, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } });

describe('the content types', () => {
  it('are those of all services, each once, for staff', async () => {
    const response = await request(PATH, tokenOf(ROLE.editor));
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ data: [POST, FILE, BOOK] });
    const components = await request('/api/content-type-builder/components', tokenOf(ROLE.administrator));
    expect(await components.json()).toEqual({ data: [] });
  });

  it.each([
    ['anybody', undefined, 403],
    ['customers', tokenOf(ROLE.customer), 403],
    ['a forged token', forgedTokenOf(ROLE.editor), 401],
  ])('are not for %s', async (_who, token, status) => {
    for (const path of [PATH, '/api/content-type-builder/components'])
      expect((await request(path, token)).status).toBe(status);
  });

  it('answer 503 while a service with content types is unavailable', async () => {
    await gateway.services.catalog.stop();
    const response = await request(PATH, tokenOf(ROLE.editor));
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
  });

  it('are not in the published document', async () => {
    expect(await (await gateway.get('/docs/openapi.json')).json()).not.toHaveProperty('x-content-types');
  });
});
