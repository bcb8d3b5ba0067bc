import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { parseListQuery } from '../dialect/parse-query.ts';
import { parseWindow } from '../dialect/parse-populate.ts';
import { parseQueryString } from '../dialect/query-string.ts';
import type { ReadModel } from '../model/read-model.ts';
import { QueryCost } from '../query/query-cost.ts';
import type { Audience } from '../schema/collection.ts';
import { selectPage } from '../select/select.ts';
import { contextOf } from './query-context.ts';
import { readAttributes, storedNames } from './read-attributes.ts';

export interface FoundDocuments {
  /** With the attributes that `fields` names, or all. */
  documents: StoredDocument[];
  /** Attributes that `fields` names, beside the id; null for all. */
  fields: readonly string[] | null;
}

/**
 * Finds documents as the reference's entity service does, for endpoints without an envelope: `filters`, `_q`, `sort`,
 * `fields`, and `start` and `limit` at the top level; all documents without them. `pagination`, `page` and `pageSize`
 * change nothing, as there. Throws 400 for an invalid query and for one that costs too much.
 */
export function findDocuments(
  model: ReadModel,
  name: string,
  raw: string,
  audience: Audience,
  cost = new QueryCost(),
): FoundDocuments {
  const store = model.store(name);
  const { pagination: _ignored, page, pageSize, start, limit, ...rest } = parseQueryString(raw);
  const window = parseWindow({ page, pageSize, start, limit });
  const query = parseListQuery(store.schema, rest, audience);
  const { documents } = selectPage(contextOf(model, query, audience, cost), store, {
    ...query,
    offset: window.offset,
    limit: window.limit ?? store.size,
    includeUnpublished: audience === 'staff',
  });
  const fields = query.fields?.map((column) => column.name) ?? null;
  const names = fields ?? storedNames(store);
  return {
    documents: documents.map((document) => readAttributes(store, document, names, cost)),
    fields,
  };
}
