import { formatDay, formatMoment } from '../text/dates.ts';

/** `2026-11-20`, which has no time. */
const DAY_LENGTH = 10;

/** A date in Indian format, as a `<time>` element. */
export function DateText({ iso, withTime = false }: { iso: string; withTime?: boolean }) {
  const text = withTime && iso.length > DAY_LENGTH ? formatMoment(iso) : formatDay(iso);
  return text === '' ? null : <time dateTime={iso}>{text}</time>;
}
