import { escapeText } from './escape-text.ts';
import { isTime, timeOf } from './time-of.ts';

/** A correction of a published article, as readers see it. */
export interface Correction {
  /** Number within its article, from 1. */
  id: number;
  /** Plain text that says what was wrong and what is right. */
  text: string;
  corrected_at: string;
}

export const MAX_CORRECTION_LENGTH = 1_000;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the corrections of an article, the oldest first. Imports may bring anything: what is no correction is left out. */
export function correctionsOf(post: object | undefined): Correction[] {
  const { corrections: stored } = (post ?? {}) as { corrections?: unknown };
  return (Array.isArray(stored) ? (stored as unknown[]) : []).flatMap((one) => {
    if (!isObject(one)) return [];
    const { id, text, corrected_at: at } = one;
    const isWhole = typeof id === 'number' && typeof text === 'string' && text.trim() !== '' && isTime(at);
    return isWhole ? [{ id, text, corrected_at: at }] : [];
  });
}

export type CorrectionInput = Pick<Correction, 'text' | 'corrected_at'>;

/** Reads the `data` of a body: its problems by attribute where it is no correction. Its time is now where it has none. */
export function readCorrection(
  data: unknown,
  now: Date,
): { correction: CorrectionInput } | { problems: Partial<Record<keyof CorrectionInput, string>> } {
  const { text, corrected_at: at = null } = isObject(data) ? data : {};
  const words = typeof text === 'string' ? text.replaceAll(/\s+/g, ' ').trim() : '';
  const problems: Partial<Record<keyof CorrectionInput, string>> = {};
  if (words === '') problems.text = 'text must be defined.';
  else if (words.length > MAX_CORRECTION_LENGTH)
    problems.text = `text must be at most ${MAX_CORRECTION_LENGTH} characters`;
  if (at !== null && !isTime(at)) problems.corrected_at = 'corrected_at must be a time';
  else if (at !== null && timeOf(at) > now.getTime())
    problems.corrected_at = 'corrected_at must not be in the future';
  if (Object.keys(problems).length > 0) return { problems };
  const time = isTime(at) ? new Date(at) : now;
  return { correction: { text: words, corrected_at: time.toISOString() } };
}

const WORDS = {
  en: { label: 'Correction', all: 'All corrections', locale: 'en-IN' },
  hi: { label: 'सुधार', all: 'सभी सुधार', locale: 'hi-IN' },
} as const;

/** Returns the HTML of the corrections, for the end of the text of an article; empty where there are none. */
export function correctionsHtml(
  corrections: readonly Correction[],
  { language, list }: { language: string; /** Address of the list of all corrections. */ list: string },
): string {
  if (corrections.length === 0) return '';
  const { label, all, locale } = language === 'hi' ? WORDS.hi : WORDS.en;
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'Asia/Kolkata' });
  const notes = corrections.map(
    ({ text, corrected_at: at }) =>
      `<p><strong>${label}, ${days.format(new Date(at))}:</strong> ${escapeText(text)}</p>`,
  );
  return `<hr>${notes.join('')}<p><a href="${escapeText(list)}">${all}</a></p>`;
}
