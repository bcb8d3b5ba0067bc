import { formatDay, formatMoment } from '../text/dates.ts';

/** A date as Indian readers write it, with the machine's own beside it. */
export function DateText({ iso, withTime = false }: { iso: string; withTime?: boolean }) {
  const text = withTime ? formatMoment(iso) : formatDay(iso);
  return text === '' ? null : <time dateTime={iso}>{text}</time>;
}
