import { beforeAll, describe, expect, it } from 'vitest';
import { API_SCOPES, API_SCOPE_NAMES, scopesAllow, type ApiScope } from '@vidhi/contracts/api-tokens.ts';
import { readServiceDocuments } from './service-documents.ts';

interface Operation {
  method: string;
  route: string;
}

/** Every operation that the services describe, with the routes as they are registered. */
let operations: Operation[];
beforeAll(async () => {
  const documents = await readServiceDocuments();
  operations = documents.flatMap(({ document }) =>
    Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
      Object.keys(item as object).map((method) => ({
        method: method.toUpperCase(),
        route: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      })),
    ),
  );
}, 120_000);

/** Money, people who work here or have an account, settings, and what would give a token more than it has. */
const NEVER =
  /^\/api\/(?:auth|users|staff|customers|audit|tokens|webhooks|system|payment|orders|shop-settings|site-setting|site-options|carts|newsletter)(?![a-z])|refund/;

describe('the scopes of API tokens', () => {
  it('reach no call of money, staff, accounts or settings, even all together', () => {
    const reached = operations.filter(({ method, route }) => scopesAllow(API_SCOPE_NAMES, method, route));
    expect(reached.length).toBeGreaterThan(50);
    expect(reached.filter(({ route }) => NEVER.test(route))).toEqual([]);
  });

  it('of reading allow no write', () => {
    const readers = API_SCOPE_NAMES.filter((name) => name.endsWith(':read'));
    const writes = operations.filter(({ method }) => method !== 'GET');
    expect(writes.filter(({ method, route }) => scopesAllow(readers, method, route))).toEqual([]);
  });

  it.each(API_SCOPE_NAMES)('name routes that there are: %s', (name: ApiScope) => {
    const missing = API_SCOPES[name].allows.filter(
      (allowed) =>
        !operations.some(({ method, route }) => {
          const [methods, pattern] = allowed as readonly [readonly string[], string];
          const base = pattern.replace(/\/\*\*$/, '');
          const isCovered = pattern.endsWith('/**')
            ? route.startsWith(base)
            : route.replaceAll(/:\w+/g, ':') === base.replaceAll(/:\w+/g, ':');
          return methods.includes(method) && isCovered;
        }),
    );
    expect(missing).toEqual([]);
  });
});
