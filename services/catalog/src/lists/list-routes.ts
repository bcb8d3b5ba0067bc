import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { parseQueryString, type ReadModel } from '@vidhi/content-engine';
import { referenceLists } from '@vidhi/collections/catalog/reference-lists.ts';
import type { JobRoutesOptions } from '@vidhi/content-service/jobs.ts';
import { hasDesk } from '@vidhi/contracts/desks.ts';
import { forbidden, notFound, validationError } from '@vidhi/contracts/errors.ts';
import { pageFrom, readPaging } from '@vidhi/contracts/paging.ts';
import { ListEntryPage, ListEntryQuery } from '@vidhi/contracts/reference-lists.ts';
import { requireDesk } from '@vidhi/service-kit/auth.ts';
import { deskOf } from '../collections/collection-desks.ts';
import { entriesOf, selectEntries } from './list-entries.ts';
import { isReferenceList } from './reference-lists.ts';

const Params = Type.Object({ list: Type.String({ maxLength: 60 }) });

/** `/api/reference-lists/{plural}`: the entries of a list with the number of their uses, for the desk that writes the list. */
export async function listRoutes(app: FastifyInstance, { model }: { model: ReadModel }): Promise<void> {
  app.get<{ Params: Static<typeof Params>; Querystring: ListEntryQuery }>(
    '/api/reference-lists/:list',
    {
      config: { strictAuth: true },
      onRequest: requireDesk('directory', 'shop'),
      schema: {
        summary: 'The entries of a list with the number of profiles, books and other entries that name each',
        operationId: 'listReferenceEntries',
        tags: ['directory'],
        security: [{ bearer: [] }],
        params: Params,
        querystring: ListEntryQuery,
        response: { 200: ListEntryPage },
      },
    },
    async ({ principal, params, query }, reply) => {
      void reply.header('cache-control', 'no-store');
      const collection = referenceLists.find(({ plural }) => plural === params.list);
      if (collection === undefined) throw notFound();
      if (!hasDesk(principal, deskOf(collection))) throw forbidden();
      return pageFrom(readPaging(query), selectEntries(entriesOf(model, collection), query));
    },
  );
}

/** Selects the entries of lists for jobs, by the query of `/api/reference-lists`. */
export const createSelectEntries =
  (model: ReadModel): NonNullable<JobRoutesOptions['select']> =>
  (collection, query) => {
    if (!isReferenceList(collection)) return undefined;
    const { fields: _fields, ...wanted } = parseQueryString(query);
    if (!Value.Check(ListEntryQuery, wanted)) throw validationError('This is no query of the list');
    return Promise.resolve(selectEntries(entriesOf(model, collection), wanted).map(({ id }) => id));
  };
