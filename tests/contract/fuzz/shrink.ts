import type { Parameter, Query } from './query.ts';

const PLAIN_VALUES = ['', '1', 'a'];

/** Simpler variants of a query, largest simplifications first. */
function* simpler(query: Query): Generator<Query> {
  const { parameters } = query;
  for (let size = Math.ceil(parameters.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < parameters.length; from += size) {
      yield { ...query, parameters: [...parameters.slice(0, from), ...parameters.slice(from + size)] };
    }
  }
  if (query.encoding !== 'brackets') yield { ...query, encoding: 'brackets' };
  for (const [index, parameter] of parameters.entries()) {
    for (const smaller of simplerParameters(parameter)) {
      yield { ...query, parameters: parameters.with(index, smaller) };
    }
  }
}

/** Option names of populate: an attribute name in their place would change the meaning. */
const OPTIONS = new Set([
  'fields',
  'filters',
  'sort',
  'populate',
  'limit',
  'start',
  'page',
  'pageSize',
  'count',
]);

function* simplerKeys(key: readonly string[]): Generator<readonly string[]> {
  for (const length of [1, 2]) {
    for (let at = 1; at + length <= key.length; at += 1) {
      const shorter = key.toSpliced(at, length);
      const name = shorter[at];
      const isMisplaced = key[at - 1] === 'populate' && name !== undefined && OPTIONS.has(name);
      if (!isMisplaced) yield shorter;
    }
  }
}

function* simplerParameters({ key, value }: Parameter): Generator<Parameter> {
  for (const shorter of simplerKeys(key)) yield { key: shorter, value };
  if (value === null || value === '') return;
  for (const plain of PLAIN_VALUES) if (plain.length < value.length) yield { key, value: plain };
  if (value.length > 1) {
    const half = Math.ceil(value.length / 2);
    yield { key, value: value.slice(0, half) };
    yield { key, value: value.slice(half) };
    yield { key, value: value.slice(1) };
    yield { key, value: value.slice(0, -1) };
  }
}

const weight = ({ parameters, encoding }: Query): number =>
  parameters.reduce((sum, { key, value }) => sum + 10 + key.length * 3 + (value?.length ?? 0), 0) +
  (encoding === 'brackets' ? 0 : 1);

/** Shrinks a query while it still fails; calls `stillFails` at most `budget` times. */
export async function shrink(
  query: Query,
  stillFails: (candidate: Query) => Promise<boolean>,
  budget = 400,
): Promise<Query> {
  let smallest = query;
  let left = budget;
  for (let progressed = true; progressed;) {
    progressed = false;
    for (const candidate of simpler(smallest)) {
      if (weight(candidate) >= weight(smallest)) continue;
      if (left-- <= 0) return smallest;
      if (await stillFails(candidate)) {
        smallest = candidate;
        progressed = true;
        break;
      }
    }
  }
  return smallest;
}
