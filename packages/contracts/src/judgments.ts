import { escapeText } from './escape-text.ts';

/** The judgment or order that an article is about, as its readers see it. */
export interface Judgment {
  /** Address of the document. */
  url: string;
  /** Kilobytes; null where it is unknown. */
  size: number | null;
  court: string | null;
  /** Names of the judges. */
  bench: string | null;
  /** Day of the decision, `2026-03-31`. */
  decidedOn: string | null;
}

/** Addresses of documents: an import may bring anything. */
const DOCUMENT = /^\/uploads\/[\w-]+\.pdf$/i;
const DAY = /^\d{4}-\d\d-\d\d$/;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;

/** Attributes of an article; unchecked, as an import may bring anything. */
export interface JudgmentAttributes {
  readonly judgment_decided_on?: unknown;
  readonly judgment_court?: unknown;
  readonly judgment_bench?: unknown;
}

/** Returns the judgment of the attributes of an article with its document as a file; null without a document. */
export function judgmentOf(attributes: JudgmentAttributes, document: unknown): Judgment | null {
  if (!isObject(document)) return null;
  const { url, size } = document;
  if (typeof url !== 'string' || !DOCUMENT.test(url)) return null;
  const day = textOf(attributes.judgment_decided_on);
  return {
    url,
    size: typeof size === 'number' && size > 0 ? size : null,
    court: textOf(attributes.judgment_court),
    bench: textOf(attributes.judgment_bench),
    decidedOn: day !== null && DAY.test(day) && !Number.isNaN(Date.parse(day)) ? day : null,
  };
}

const KILOBYTES = 1_000;

/** `412 KB`, `2.4 MB`. */
export function sizeText(kilobytes: number): string {
  return kilobytes < KILOBYTES
    ? `${Math.max(1, Math.round(kilobytes))} KB`
    : `${Math.round(kilobytes / 100) / 10} MB`;
}

const WORDS = {
  en: { read: 'Read the order (PDF)', decided: 'Decided on #', locale: 'en-IN' },
  hi: { read: 'आदेश पढ़ें (PDF)', decided: '# को निर्णय', locale: 'hi-IN' },
} as const;

/** Returns the HTML that offers the document of a judgment, for the end of the text of an article. */
export function judgmentHtml(
  { url, size, court, bench, decidedOn }: Judgment,
  {
    language,
    address = url,
  }: { language: string; /** Of the document; its path by default. */ address?: string },
): string {
  const { read, decided, locale } = language === 'hi' ? WORDS.hi : WORDS.en;
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const facts = [
    court,
    bench,
    decidedOn === null ? null : decided.replace('#', days.format(new Date(decidedOn))),
    size === null ? null : sizeText(size),
  ].filter((fact) => fact !== null);
  const said = facts.length === 0 ? '' : `<br>${escapeText(facts.join(' · '))}`;
  return `<hr><p><a href="${escapeText(address)}" type="application/pdf"><strong>${read}</strong></a>${said}</p>`;
}
