import { useState } from 'react';
import { isProblem } from '#shared/api/problem.ts';
import type { SubmitResult } from '#shared/forms/form-state.ts';
import { KIT } from './kit-texts.ts';
import type { ResourceApi } from './resource-api.ts';
import type { RowId } from './source.ts';

type Values = Readonly<Record<string, unknown>>;

const CHANGED = 412;
const NOT_FOUND = 404;
/** Related rows as their ids, as they are sent. */
function sentOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sentOf);
  return typeof value === 'object' && value !== null && 'id' in value ? value.id : (value ?? null);
}
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(sentOf(a)) === JSON.stringify(sentOf(b));

/**
 * Returns a function that saves changes of a row. Where somebody else has changed other attributes meanwhile, both changes
 * stay; where the same ones, nothing is saved and the message names them.
 */
export function useGuardedUpdate<Row extends { id: RowId }>(
  api: ResourceApi<Row>,
  read: Row,
): (values: object) => Promise<SubmitResult> {
  const { updateRead } = api.useWrites();
  const fetchRow = api.useFetchRow();
  // The row that the form shows: `read` may be a newer one.
  const [base, setBase] = useState<Values>({ ...read });
  return async (values) => {
    const first = await updateRead(read.id, values);
    if (isProblem(first.error) && first.error.status === NOT_FOUND)
      return { error: { ...first.error, message: KIT.gone } };
    const isStale = isProblem(first.error) && first.error.status === CHANGED;
    if (!isStale) {
      if (first.error === undefined) setBase({ ...base, ...values });
      return first;
    }
    const now: Values = { ...(await fetchRow(read.id)) };
    const clash = Object.keys(values).filter((name) => !isSame(now[name], base[name]));
    if (clash.length > 0)
      return { error: { status: CHANGED, code: '', message: KIT.conflict(clash.join(', ')), fields: {} } };
    const second = await updateRead(read.id, values);
    if (second.error === undefined) setBase({ ...now, ...values });
    return second;
  };
}
