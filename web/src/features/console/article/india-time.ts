import { inIndia } from '#shared/text/dates.ts';

/** `12:04`, in India. */
export const clockText = (time: number): string => inIndia(new Date(time)).toISOString().slice(11, 16);

/** Value of a `datetime-local` field for a time, on the clocks of India, whatever zone the computer is in. */
export function toIndiaField(iso: string | null): string {
  const time = new Date(iso ?? '');
  return Number.isNaN(time.getTime()) ? '' : inIndia(time).toISOString().slice(0, 16);
}

/** The time that the value of such a field means; null for none. */
export function fromIndiaField(value: string): string | null {
  const time = new Date(`${value}+05:30`);
  return value === '' || Number.isNaN(time.getTime()) ? null : time.toISOString();
}

/** Returns the time left until a moment: `in 2 h 10 min`; null when it has passed. */
export function untilText(iso: string, now: number): string | null {
  const minutes = Math.ceil((Date.parse(iso) - now) / 60_000);
  if (!(minutes > 0)) return null;
  const [days, hours] = [Math.floor(minutes / 1_440), Math.floor((minutes % 1_440) / 60)];
  const parts = [
    days > 0 ? `${days} d` : '',
    hours > 0 ? `${hours} h` : '',
    days === 0 && minutes % 60 > 0 ? `${minutes % 60} min` : '',
  ];
  return `in ${parts.filter((part) => part !== '').join(' ')}`;
}
