import type { Unchecked } from '@vidhi/collections/all.ts';
import { attributeErrors } from '@vidhi/contracts/errors.ts';
import { timeOf } from '@vidhi/contracts/time-of.ts';

type Values = Unchecked<'site-ad'>;

/** Returns whether visitors do not see an advertisement at a time: before its period, and from its end on. */
export function isOutsidePeriod({ starts_at: start, ends_at: end }: Values, now: Date): boolean {
  const at = now.getTime();
  return timeOf(start) > at || timeOf(end) <= at;
}

/** Returns `is_off` of an advertisement, for a write; throws where the period ends before it begins. */
export function periodValues(current: Values, values: Values, now: Date): { is_off: boolean } {
  const after = { ...current, ...values };
  if (timeOf(after.ends_at) <= timeOf(after.starts_at))
    throw attributeErrors([{ path: ['ends_at'], message: 'ends_at must be after starts_at' }]);
  return { is_off: isOutsidePeriod(after, now) };
}
