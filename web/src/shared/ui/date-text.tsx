import { formatDay, formatMoment } from '../text/dates.ts';

/** A date in Indian format, as a `<time>` element. */
export function DateText({ iso, withTime = false }: { iso: string; withTime?: boolean }) {
  const text = withTime ? formatMoment(iso) : formatDay(iso);
  return text === '' ? null : <time dateTime={iso}>{text}</time>;
}
