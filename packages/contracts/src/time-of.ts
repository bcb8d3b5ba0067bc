/** Returns a stored time in milliseconds since the epoch; NaN, with which every comparison is false, where there is none. */
export const timeOf = (value: unknown): number =>
  typeof value === 'string' ? Date.parse(value) : Number.NaN;

export const isTime = (value: unknown): value is string => !Number.isNaN(timeOf(value));
