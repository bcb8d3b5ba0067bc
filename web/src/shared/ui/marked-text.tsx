import { Fragment } from 'react';

/** Start and end of a marked part. */
export type Mark = readonly [start: number, end: number];

/** A text with marked parts, in their order. */
export function MarkedParts({ text, marks }: { text: string; marks: readonly Mark[] }) {
  const from = (at: number) => marks[at - 1]?.[1] ?? 0;
  return (
    <>
      {marks.map(([start, end], at) => (
        <Fragment key={start}>
          {text.slice(from(at), start)}
          <mark>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(from(marks.length))}
    </>
  );
}

/** A text in which every occurrence of each word of a search text is marked, ignoring case. */
export function MarkedText({ text, search = '' }: { text: string; search: string | undefined }) {
  const words = search
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    // A regular expression takes the first alternative that matches, which is to be the longest.
    .sort((one, other) => other.length - one.length);
  if (words.length === 0) return text;
  // Every second part is an occurrence.
  return text
    .split(new RegExp(`(${words.join('|')})`, 'giu'))
    .map((part, index) => (index % 2 === 1 ? <mark key={`${index} ${part}`}>{part}</mark> : part));
}
