import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTokenVerifier } from '@vidhi/service-kit/token-verifier.ts';
import {
  readRow,
  unlistedRoutes,
  type MatrixRow,
  type MatrixSubject,
} from '@vidhi/testing/authorization-matrix.ts';
import { createCallerTokens } from '@vidhi/testing/caller-tokens.ts';
import { SERVICE_TOKEN, aGateway, type GatewayUnderTest } from './gateway-builder.ts';

/** Tokens of accounts that were revoked are valid here: services look up their version. */
const PUBLIC = '+++++++++++';
const NOBODY = '00000000000';
const STAFF = '-----++!!-+';
const ADMINISTRATORS = '------+!!--';
/** 204 without content. */
const PUBLIC_EMPTY = 'ggggggggggg';

const get = (path: string, allowed: string, row: Partial<MatrixRow> = {}): MatrixRow => ({
  route: `GET ${path}`,
  target: 'none',
  allowed,
  ...row,
});

const ROWS: MatrixRow[] = [
  ...['/livez', '/readyz'].map((path) => get(path, PUBLIC)),
  get('/_health', PUBLIC_EMPTY),
  get('/metrics', NOBODY),
  get('/metrics', PUBLIC, { target: 'own', headers: { 'x-service-token': SERVICE_TOKEN } }),
  ...['content-types', 'components'].map((list) => get(`/api/content-type-builder/${list}`, STAFF)),
  get('/api/system/health', ADMINISTRATORS),
  ...['', '/json', '/openapi.json', '/yaml'].map((path) => get(`/docs${path}`, PUBLIC)),
  ...['index.html', 'swagger-initializer.js'].map((file) => get(`/docs/static/${file}`, PUBLIC)),
  get('/docs/static/*', PUBLIC, { url: () => '/docs/static/swagger-ui.css' }),
  // Each service authorizes forwarded requests itself; internal endpoints are never forwarded.
  ...(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).flatMap((method): MatrixRow[] => [
    { route: `${method} /*`, target: 'other', allowed: PUBLIC, url: () => '/api/posts/1' },
    {
      route: `${method} /*`,
      target: 'missing',
      allowed: NOBODY,
      url: () => '/internal/users',
      headers: { 'x-service-token': SERVICE_TOKEN },
    },
  ]),
];

const tokens = await createCallerTokens();
const verifyToken = createTokenVerifier({ url: tokens.keysUrl });
afterAll(() => tokens.close());

let gateway: GatewayUnderTest;
let subject: MatrixSubject;

beforeAll(async () => {
  gateway = await aGateway({ verifyToken });
  for (const service of [gateway.services.news, gateway.services.catalog])
    service.respond = (_request, response) =>
      void response.end(JSON.stringify({ paths: {}, 'x-content-types': [] }));
  subject = {
    app: {
      registeredRoutes: gateway.registeredRoutes,
      async inject({ method, url, headers, payload }) {
        const response = await gateway.get(url, {
          method,
          headers,
          ...(payload === undefined ? {} : { body: payload }),
        });
        await response.arrayBuffer();
        return { statusCode: response.status };
      },
      close: () => gateway.close(),
    },
    headersOf: tokens.headersOf,
  };
});
afterAll(async () => gateway.close());

describe('the authorization matrix of the gateway', () => {
  it('has a row for every route', () => {
    expect(unlistedRoutes(subject.app, ROWS)).toEqual([]);
  });

  it.each(ROWS.map((row) => ({ ...row, name: `${row.route} (${row.target})` })))('$name', async (row) => {
    expect(await readRow(row, subject, async () => subject)).toBe(row.allowed);
  });
});
