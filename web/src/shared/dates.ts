const TIME_ZONE = 'Asia/Kolkata';

const day = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: TIME_ZONE,
});
const clock = new Intl.DateTimeFormat('en-IN', { hour: 'numeric', minute: '2-digit', timeZone: TIME_ZONE });
// Made once: making a formatter costs far more than using it.
const longDay = new Intl.DateTimeFormat('en-IN', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: TIME_ZONE,
});

/** `20 Nov 2026`, on an Indian calendar; empty when the text is no date. */
export const formatDay = (iso: string): string => format(day, iso);

/** `20 Nov 2026, 9:30 am`. */
export const formatMoment = (iso: string): string => {
  const date = formatDay(iso);
  return date === '' ? '' : `${date}, ${format(clock, iso)}`;
};

/** `Friday, 20 November 2026`: the day that it is in India. */
export const formatLongDay = (date: Date): string => longDay.format(date);

function format(formatter: Intl.DateTimeFormat, iso: string): string {
  const date = new Date(iso);
  // Browsers differ in the space before am/pm; the server's text must equal theirs.
  return Number.isNaN(date.getTime()) ? '' : formatter.format(date).replaceAll(/[\u202f\u00a0]/g, ' ');
}
