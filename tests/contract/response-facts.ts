import { compare } from './compare.ts';
import type { CaseResponse } from './case-request.ts';

/** Returns the message of a 400. */
export function errorMessage({ status, json }: CaseResponse): string | undefined {
  if (status !== 400 || typeof json !== 'object' || json === null || !('error' in json)) return undefined;
  const { error } = json;
  return typeof error === 'object' && error !== null && 'message' in error
    ? String(error.message)
    : undefined;
}

interface Listed {
  readonly data: readonly { readonly id: number }[];
  readonly meta: unknown;
}

function asList({ json }: CaseResponse): Listed | undefined {
  if (typeof json !== 'object' || json === null || !('data' in json) || !('meta' in json)) return undefined;
  return Array.isArray(json.data) ? { data: json.data, meta: json.meta } : undefined;
}

/** `meta.pagination.total` of a list. */
export const totalOf = ({ json }: CaseResponse): number | undefined =>
  (json as { meta?: { pagination?: { total?: number } } } | undefined)?.meta?.pagination?.total;

/** Returns whether two pages contain documents of one list that are equal wherever both have them. */
export function haveEqualDocuments(
  reference: CaseResponse,
  product: CaseResponse,
  ignored: (key: string) => boolean,
): boolean {
  const [before, after] = [asList(reference), asList(product)];
  if (before === undefined || after === undefined) return false;
  if (JSON.stringify(before.meta) !== JSON.stringify(after.meta)) return false;
  const rowsById = new Map(before.data.map((row) => [row.id, JSON.stringify(omitKeys(row, ignored))]));
  return after.data.every(
    (row) =>
      (rowsById.get(row.id) ?? JSON.stringify(omitKeys(row, ignored))) ===
      JSON.stringify(omitKeys(row, ignored)),
  );
}

/** Removes the keys for which `drop` returns true, at every depth. */
export function omitKeys(json: unknown, drop: (key: string) => boolean): unknown {
  if (Array.isArray(json)) return json.map((item) => omitKeys(item, drop));
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(
    Object.entries(json)
      .filter(([key]) => !drop(key))
      .map(([key, inner]) => [key, omitKeys(inner, drop)]),
  );
}

/** Removes all but the first of several rows with the same id. */
export function withoutDuplicates(json: unknown): unknown {
  if (Array.isArray(json)) {
    const seen = new Set<unknown>();
    return json.map(withoutDuplicates).filter((item) => {
      if (typeof item !== 'object' || item === null || !('id' in item)) return true;
      if (seen.has(item.id)) return false;
      seen.add(item.id);
      return true;
    });
  }
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(Object.entries(json).map(([key, inner]) => [key, withoutDuplicates(inner)]));
}

/** Returns whether two responses are equal after the same transformation of both. */
export function equalWithout(
  reference: CaseResponse,
  product: CaseResponse,
  take: (json: unknown) => unknown,
): boolean {
  const less = (response: CaseResponse): CaseResponse =>
    response.json === undefined ? response : { ...response, json: take(response.json) };
  return compare(less(reference), less(product)) === 'equal';
}
