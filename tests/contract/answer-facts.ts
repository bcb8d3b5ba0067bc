import { compare } from './compare.ts';
import type { Answer } from './exchange.ts';

/** The message of a 400. */
export function refusal({ status, json }: Answer): string | undefined {
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

function listed({ json }: Answer): Listed | undefined {
  if (typeof json !== 'object' || json === null || !('data' in json) || !('meta' in json)) return undefined;
  return Array.isArray(json.data) ? { data: json.data, meta: json.meta } : undefined;
}

/** How many documents a list says there are. */
export const totalOf = ({ json }: Answer): number | undefined =>
  (json as { meta?: { pagination?: { total?: number } } } | undefined)?.meta?.pagination?.total;

/** Two pages of one list, whose documents may stand elsewhere but are the same. */
export function showSameDocuments(
  reference: Answer,
  product: Answer,
  ignored: (key: string) => boolean,
): boolean {
  const [before, after] = [listed(reference), listed(product)];
  if (before === undefined || after === undefined) return false;
  if (JSON.stringify(before.meta) !== JSON.stringify(after.meta)) return false;
  const known = new Map(before.data.map((row) => [row.id, JSON.stringify(omit(row, ignored))]));
  return after.data.every(
    (row) => (known.get(row.id) ?? JSON.stringify(omit(row, ignored))) === JSON.stringify(omit(row, ignored)),
  );
}

/** Removes the keys for which `drop` says so, at every depth. */
export function omit(json: unknown, drop: (key: string) => boolean): unknown {
  if (Array.isArray(json)) return json.map((item) => omit(item, drop));
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(
    Object.entries(json)
      .filter(([key]) => !drop(key))
      .map(([key, inner]) => [key, omit(inner, drop)]),
  );
}

/** Keeps the first of several rows with one id. */
export function withoutRepeats(json: unknown): unknown {
  if (Array.isArray(json)) {
    const seen = new Set<unknown>();
    return json.map(withoutRepeats).filter((item) => {
      if (typeof item !== 'object' || item === null || !('id' in item)) return true;
      if (seen.has(item.id)) return false;
      seen.add(item.id);
      return true;
    });
  }
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(Object.entries(json).map(([key, inner]) => [key, withoutRepeats(inner)]));
}

/** Whether two answers are equal once the same is taken out of both. */
export function equalWithout(reference: Answer, product: Answer, take: (json: unknown) => unknown): boolean {
  const less = (answer: Answer): Answer =>
    answer.json === undefined ? answer : { ...answer, json: take(answer.json) };
  return compare(less(reference), less(product)) === 'equal';
}
