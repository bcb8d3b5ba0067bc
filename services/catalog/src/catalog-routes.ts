import type { FastifyInstance } from 'fastify';
import {
  addDataHeaders,
  type AuthorizeWrite,
  contentRoutes,
  type ContentWriter,
  type LiveModel,
} from '@vidhi/content-service';
import { forbidden } from '@vidhi/contracts/errors.ts';
import { isStaff } from '@vidhi/contracts/roles.ts';
import { audienceOf } from '@vidhi/service-kit/auth.ts';
import { rejectUntilReady } from '@vidhi/service-kit/ready-guard.ts';
import { ownedCollections } from './collections/catalog-collections.ts';
import { filterOptionRoutes } from './filter-options/filter-option-routes.ts';
import { neutralOrderRoutes } from './neutral-order/neutral-order-routes.ts';
import { suggestRoutes } from './suggest/suggest-routes.ts';

const editorsOnly: AuthorizeWrite = ({ request: { principal } }) => {
  if (principal === null || !isStaff(principal.role)) throw forbidden();
};

/** Routes of books, profiles, the lists they reference, filter options, suggestions and the neutral order. */
export async function catalogRoutes(
  app: FastifyInstance,
  { live, writer }: { live: LiveModel; writer: ContentWriter },
): Promise<void> {
  const { model } = live;
  rejectUntilReady(app, live.isReady);
  addDataHeaders(app, live);
  await app.register(filterOptionRoutes, { model });
  await app.register(neutralOrderRoutes, { model });
  await app.register(suggestRoutes, { model });
  await app.register(contentRoutes, {
    model,
    collections: ownedCollections,
    audienceOf,
    authorize: editorsOnly,
    writer,
    untilCurrent: live.untilCurrent,
  });
}
