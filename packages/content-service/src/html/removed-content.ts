import { DomUtils, parseDocument } from 'htmlparser2';
import { parseYoutube } from '@vidhi/contracts/youtube.ts';
import { adaptMarkup } from './adapt-markup.ts';
import { sanitizeContent } from './sanitize-content.ts';

type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];

/** An element of a text that the sanitizer removed, or a link that it removed from its text. */
export interface RemovedElement {
  element: string;
  /** The address that it showed or led to, shortened; of a data URL only its type. */
  address?: string;
}

/** Elements that readers miss when they are removed. Styles, classes and wrappers, `picture` among them, are removed without a word. */
const REPORTED = new Set(
  (
    'img video audio iframe embed object svg canvas math ' +
    'script form input button select textarea details'
  ).split(' '),
);
const MAX_ADDRESS = 200;
const MAX_REPORTED = 20;

/** Returns the elements of HTML that `sanitizeContent` removes and that readers would miss, at most 20. */
export function findRemovedElements(html: string): RemovedElement[] {
  if (!html.includes('<')) return [];
  const remaining = countsOf(sanitizeContent(html));
  const removed: RemovedElement[] = [];
  for (const element of reportedElements(adaptMarkup(html))) {
    const key = JSON.stringify(element);
    const count = remaining.get(key) ?? 0;
    if (count > 0) remaining.set(key, count - 1);
    else removed.push(element);
  }
  return removed.slice(0, MAX_REPORTED);
}

function countsOf(html: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const element of reportedElements(html)) {
    const key = JSON.stringify(element);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

const reportedElements = (html: string): RemovedElement[] =>
  DomUtils.getElementsByTagName('*', parseDocument(html), true).flatMap((element) => {
    const { name, attribs } = element;
    if (name === 'a') return attribs['href'] ? [describe(element, attribs['href'])] : [];
    return REPORTED.has(name) ? [describe(element, attribs['src'] ?? attribs['data'])] : [];
  });

function describe({ name }: Element, address: string | undefined): RemovedElement {
  if (address === undefined || address === '') return { element: name };
  const target = name === 'iframe' ? parseYoutube(address) : null;
  if (target !== null) return { element: name, address: `youtube ${target.video ?? target.list ?? ''}` };
  const shown = /^\s*data:([^;,]*)/i.exec(address)?.[1];
  return { element: name, address: shown === undefined ? address.slice(0, MAX_ADDRESS) : `data:${shown}` };
}
