import { formatDay, formatHindiDay, formatMoment } from '../text/dates.ts';

/** A date in Indian format, as a `<time>` element. */
export function DateText({
  iso,
  withTime = false,
  language = 'en',
}: {
  iso: string;
  withTime?: boolean;
  language?: 'en' | 'hi';
}) {
  const text = withTime ? formatMoment(iso) : language === 'hi' ? formatHindiDay(iso) : formatDay(iso);
  return text === '' ? null : <time dateTime={iso}>{text}</time>;
}
