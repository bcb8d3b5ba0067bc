/** Returns the value derived from `source` under `name`, calling `derive` when there is none. */
export type DerivedCache = <Value>(name: string, source: object, derive: () => Value) => Value;

/**
 * A cache of values that are derived from objects. Entries are found by the identity of the object and are collected
 * with it. The API client returns the same object while a response is unchanged, so pages share what is derived from it.
 *
 * Loading an article takes 0.21 ms of processor time instead of 0.26 ms (`npm run measure-ssr -w web`).
 */
export function createDerivedCache(): DerivedCache {
  const valuesByName = new Map<string, WeakMap<object, unknown>>();
  return <Value>(name: string, source: object, derive: () => Value): Value => {
    let values = valuesByName.get(name);
    if (values === undefined) valuesByName.set(name, (values = new WeakMap()));
    const cached = values.get(source) as Value | undefined;
    if (cached !== undefined) return cached;
    const value = derive();
    values.set(source, value);
    return value;
  };
}

export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
