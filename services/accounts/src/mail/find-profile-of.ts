import { Type } from 'typebox';
import { unavailable } from '@vidhi/contracts/errors.ts';
import { createServiceClient, servicePath } from '@vidhi/service-kit/service-client.ts';
import type { FindProfileOf } from './resolve-mail-request.ts';

const TIMEOUT_MS = 3_000;
const Found = Type.Object({
  profile: Type.Union([
    Type.Object({ id: Type.Integer(), Title: Type.Optional(Type.Unknown()) }),
    Type.Null(),
  ]),
});

/** Creates the query to catalog; undefined on a site without it. The query rejects with 503 while catalog is away. */
export function createFindProfileOf(
  catalogUrl: string | undefined,
  serviceToken: string,
): FindProfileOf | undefined {
  if (catalogUrl === undefined) return undefined;
  const catalog = createServiceClient({
    url: catalogUrl,
    serviceToken,
    timeoutMs: TIMEOUT_MS,
    toError: (cause) => Object.assign(unavailable(), { cause }),
  });
  return async (userId) => {
    const { profile } = await catalog.get(servicePath`/internal/users/${userId}/profile`, Found);
    if (profile === null) return null;
    return { id: profile.id, title: typeof profile.Title === 'string' ? profile.Title : '' };
  };
}
