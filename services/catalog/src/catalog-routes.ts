import type { FastifyInstance } from 'fastify';
import { contentRoutes } from '@vidhi/content-service/http/content-routes.ts';
import type { AuthorizeWrite, ContentWriter } from '@vidhi/content-service/http/content-writer.ts';
import { addDataHeaders } from '@vidhi/content-service/live/data-headers.ts';
import type { LiveModel } from '@vidhi/content-service/live/live-model.ts';
import { forbidden, unavailable } from '@vidhi/contracts/errors.ts';
import { isStaff } from '@vidhi/contracts/roles.ts';
import { audienceOf } from '@vidhi/service-kit/auth.ts';
import { ownedCollections } from './collections/catalog-collections.ts';
import { filterOptionRoutes } from './filter-options/filter-option-routes.ts';
import { neutralOrderRoutes } from './neutral-order/neutral-order-routes.ts';
import { suggestRoutes } from './suggest/suggest-routes.ts';

const editorsOnly: AuthorizeWrite = ({ request: { principal } }) => {
  if (principal === null || !isStaff(principal.role)) throw forbidden();
};

/** Books, profiles, what they refer to, and the options to find them by. */
export async function catalogRoutes(
  app: FastifyInstance,
  { live, writer }: { live: LiveModel; writer: ContentWriter },
): Promise<void> {
  const { model } = live;
  addDataHeaders(app, live);
  // Until every event is known, an answer might say what the site no longer says.
  app.addHook('onRequest', async ({ method }) => {
    if ((method === 'GET' || method === 'HEAD') && !live.readiness().ok) throw unavailable(1);
  });
  await app.register(filterOptionRoutes, { model });
  await app.register(neutralOrderRoutes, { model });
  await app.register(suggestRoutes, { model });
  await app.register(contentRoutes, {
    model,
    collections: ownedCollections,
    audienceOf,
    authorize: editorsOnly,
    writer,
  });
}
