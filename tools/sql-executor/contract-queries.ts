import { type Collection, parseQueryString } from '@vidhi/content-engine';
import {
  parseListQuery,
  selectQueryOf,
  type Audience,
  type Schema,
  type SelectQuery,
} from '@vidhi/content-engine/internal.ts';
import { WireError } from '@vidhi/contracts/errors.ts';
import type { ContractCase } from '@vidhi/tests-contract/cases.ts';

const LIST = /^\/api\/([^/?]+)\/?(?:\?(.*))?$/s;

/** Why a recorded case is no selection of a page. */
export type Skipped = 'no list read' | 'rejected by the parser' | 'distinct values';

/** Returns the selection that the list read of a recorded case executes, as this audience. */
export function selectionOf(
  { method, path }: ContractCase,
  schemas: ReadonlyMap<string, Schema>,
  addressed: readonly Collection[],
  audience: Audience,
): SelectQuery | Skipped {
  const [, segment, raw = ''] = LIST.exec(path) ?? [];
  const collection = addressed.find(({ kind, plural }) => kind !== 'single' && plural === segment);
  const schema = collection === undefined ? undefined : schemas.get(collection.name);
  if (method !== 'GET' || schema === undefined) return 'no list read';
  try {
    const query = parseListQuery(schema, parseQueryString(raw), audience);
    return query.distinct === undefined ? selectQueryOf(query, audience === 'staff') : 'distinct values';
  } catch (error) {
    if (error instanceof WireError) return 'rejected by the parser';
    throw error;
  }
}
