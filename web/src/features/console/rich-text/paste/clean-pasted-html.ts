import { isBlocky } from '../element-nodes.ts';
import { parseInert } from '../trusted-html.ts';
import { convertNotes } from './convert-notes.ts';
import { convertLists } from './word-lists.ts';
import { stripMarkup } from './strip-markup.ts';

export interface CleanedPaste {
  html: string;
  /** Pictures that were not pasted, as they are on somebody's computer or another site. */
  lostPictures: number;
}

/** Turns what Word, Google Docs, Word Online, mail programs and PDF viewers put into the clipboard into plain structure. */
export function cleanPastedHtml(pasted: string): CleanedPaste {
  const { html, lostPictures } = stripMarkup(pasted);
  const body = parseInert(html);
  for (const element of body.querySelectorAll('[data-paste~=hidden]')) element.remove();
  for (const element of body.querySelectorAll('[data-paste~=accepted]'))
    element.replaceWith(...element.childNodes);
  for (const element of body.querySelectorAll('[data-paste~=space]')) element.replaceWith(' ');
  joinLinesOfPdf(body);
  convertLists(body);
  convertNotes(body);
  convertStyles(body);
  unwrapDivisions(body);
  replaceSpaces(body);
  removeEmpty(body);
  for (const element of body.querySelectorAll('[data-paste]')) element.removeAttribute('data-paste');
  for (const element of body.querySelectorAll('span, font'))
    if (element.attributes.length === 0 || element.localName === 'font')
      element.replaceWith(...element.childNodes);
  // Of which the address was unsafe.
  for (const element of body.querySelectorAll('a:not([href], [id])'))
    element.replaceWith(...element.childNodes);
  return { html: body.innerHTML, lostPictures };
}

const wordsOf = (element: Element): readonly string[] => element.getAttribute('data-paste')?.split(' ') ?? [];

/** Viewers of PDF put every line into an element of its own, with a break after it. */
function joinLinesOfPdf(body: HTMLElement): void {
  for (const line of body.querySelectorAll('br[data-paste~=presentation]')) {
    const before = line.previousSibling?.textContent ?? '';
    const after = line.nextSibling?.textContent ?? '';
    const isHyphenated = /\p{Ll}-$/u.test(before) && /^\p{Ll}/u.test(after);
    if (isHyphenated && line.previousSibling !== null) line.previousSibling.textContent = before.slice(0, -1);
    line.replaceWith(isHyphenated ? '' : ' ');
  }
}

const MARK_OF: Readonly<Partial<Record<string, string>>> = {
  bold: 'strong',
  italic: 'em',
  strike: 's',
  underline: 'u',
  super: 'sup',
  sub: 'sub',
  noteref: 'sup',
};
const BOLD = 'b, strong, h1, h2, h3, h4, h5, h6, th';

/** Replaces the styles of inline elements by elements, and elements whose style cancels them by their content. */
function convertStyles(body: HTMLElement): void {
  for (const element of body.querySelectorAll('[data-paste]')) {
    const words = wordsOf(element);
    const cancelled =
      (element.matches('b, strong') && words.includes('light')) ||
      (element.matches('i, em') && words.includes('upright'));
    if (element.matches('p, h2, h3, h4, h5, h6, td, th, div')) {
      const side = words.find((word) => word === 'center' || word === 'right');
      if (side !== undefined) element.className = `align-${side}`;
      if (words.includes('title')) rename(element, 'h2');
      if (words.includes('quote')) wrap(element, 'blockquote');
      continue;
    }
    for (const word of words) {
      const tag = MARK_OF[word];
      if (tag === undefined || cancelled || isBlocky(element)) continue;
      const isMeant =
        element.closest(tag === 'strong' ? BOLD : tag === 'em' ? 'i, em' : tag === 'u' ? 'u, a' : tag) !==
        null;
      if (!isMeant) wrapContent(element, tag);
    }
    if (cancelled) element.replaceWith(...element.childNodes);
  }
}

function wrapContent(element: Element, tag: string): void {
  const wrapper = element.ownerDocument.createElement(tag);
  wrapper.append(...element.childNodes);
  element.append(wrapper);
}

function wrap(element: Element, tag: string): void {
  const wrapper = element.ownerDocument.createElement(tag);
  element.before(wrapper);
  wrapper.append(element);
}

function rename(element: Element, tag: string): void {
  const renamed = element.ownerDocument.createElement(tag);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
}

/** Divisions of mail programs and office suites lay pages out; without blocks in them they are paragraphs. */
function unwrapDivisions(body: HTMLElement): void {
  for (const element of [...body.querySelectorAll('div')].toReversed()) {
    if ([...element.children].some(isBlocky)) element.replaceWith(...element.childNodes);
    else if (element.className === '') rename(element, 'p');
  }
  // Around everything, where Google Docs has a `b` and Word a `span`.
  for (const element of body.querySelectorAll('b, span, font, i'))
    if ([...element.children].some(isBlocky)) element.replaceWith(...element.childNodes);
  for (const paragraph of body.querySelectorAll('li > p:first-child')) {
    const others = [...(paragraph.parentElement?.children ?? [])].slice(1);
    if (others.every(({ localName }) => /^[ou]l$/.test(localName)))
      paragraph.replaceWith(...paragraph.childNodes);
  }
}

function replaceSpaces(body: HTMLElement): void {
  const walker = body.ownerDocument.createTreeWalker(body, 4);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    if (node.parentElement?.closest('pre') == null)
      node.nodeValue = node.nodeValue?.replace(/[\u00A0 \t\n\r]+/g, ' ') ?? '';
}

function removeEmpty(body: HTMLElement): void {
  for (const element of body.querySelectorAll('p, h1, h2, h3, h4, h5, h6, li')) {
    const isEmpty = element.textContent.trim() === '' && element.querySelector('img, hr, [id]') === null;
    if (isEmpty && element.closest('td, th') === null) element.remove();
  }
  for (const line of body.querySelectorAll(
    ':scope > br, td > br:only-child, p > br:last-child, li > br:last-child',
  ))
    line.remove();
  for (const list of body.querySelectorAll('ul:empty, ol:empty')) list.remove();
}
