import type { CollectionDeclaration } from '@vidhi/collections/declaration.ts';
import type { StoredOf } from '@vidhi/collections/stored.ts';
import { parseListQuery } from '../dialect/parse-query.ts';
import type { QueryObject } from '../dialect/query-string.ts';
import type { StoredName } from '../model/documents.ts';
import type { ReadModel } from '../model/read-model.ts';
import { QueryCost } from '../query/query-cost.ts';
import type { LinkCondition } from '../query/select-query.ts';
import type { IndexedDocument } from '../records/document.ts';
import type { Audience } from '../schema/collection.ts';
import type { Schema } from '../schema/schema.ts';
import { selectPage } from '../select/select.ts';
import { contextOf } from './query-context.ts';
import { readAttributes, storedNames } from './read-attributes.ts';

export interface FindOptions<D extends CollectionDeclaration, Name extends StoredName<D>> {
  /** Conditions as the query language has them. */
  filter?: QueryObject;
  /** Documents that link to these ids, by the name of a stored relation; also of one that clients cannot filter by. */
  links?: { readonly [Relation in StoredName<D>]?: number };
  /** As in the query language: `publish_date:desc`. Ties are in the order of ids. */
  sort?: readonly string[];
  page?: { readonly start: number; readonly limit: number };
  /** Attributes to read beside the id; all when absent. A long text is expensive. */
  projection?: readonly Name[];
  /** For whom: `public` by default, who sees what is published. */
  audience?: Audience;
  cost?: QueryCost;
}

export interface Found<D extends CollectionDeclaration, Name extends StoredName<D>> {
  documents: (Pick<StoredOf<D>, Name> & { id: number })[];
  /** Number of matches on all pages. */
  total: number;
}

function linksOf(schema: Schema, links: Readonly<Record<string, number | undefined>>): LinkCondition[] {
  return Object.entries(links).flatMap(([name, id]) => {
    const relation = schema.ownedRelations.find((one) => one.name === name);
    if (relation === undefined) throw new Error(`${schema.name} does not store ${name}`);
    return id === undefined ? [] : { relation, id };
  });
}

/**
 * Finds documents for callers in the same process: the same selection as a list of the API, without a query string to parse
 * or a body to read. Throws 400 when it costs too much, like every query.
 */
export function find<D extends CollectionDeclaration, Name extends StoredName<D> = StoredName<D>>(
  model: ReadModel,
  { name }: D,
  options: FindOptions<D, Name> = {},
): Found<D, Name> {
  const { filter, links = {}, sort = [], page, audience = 'public', cost = new QueryCost() } = options;
  const store = model.store(name);
  const { schema } = store;
  model.publishDue();
  const query = parseListQuery(
    schema,
    { ...(filter === undefined ? {} : { filters: filter }), sort: [...sort] },
    audience,
  );
  const { documents, total } = selectPage(contextOf(model, query, audience, cost), store, {
    ...query,
    links: linksOf(schema, links),
    offset: page?.start ?? 0,
    limit: page?.limit ?? store.size,
    includeUnpublished: audience === 'staff',
  });
  const names = options.projection ?? storedNames(store);
  // What is in a model was validated by the rules of its collection, which are the types of the declaration.
  const read = (document: IndexedDocument): Pick<StoredOf<D>, Name> & { id: number } =>
    readAttributes(store, document, names, cost) as StoredOf<D>;
  return { documents: documents.map(read), total };
}
