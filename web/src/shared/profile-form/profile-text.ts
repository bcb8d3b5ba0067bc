import { trustedHtml } from '#shared/ui/stored-html.tsx';

/** Elements that begin a line of their own. */
const BLOCKS = 'p, div, li, h1, h2, h3, h4, h5, h6, blockquote, tr, br';

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Plain text as HTML: an empty line begins a paragraph, a single break stays one. */
export const textToHtml = (text: string): string =>
  text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => `<p>${escapeHtml(paragraph.trim()).replaceAll('\n', '<br>')}</p>`)
    .join('');

/** Stored HTML of a profile as plain text for a text area; formatting is lost. Needs a browser. */
export function htmlToText(html: string): string {
  const { body } = new DOMParser().parseFromString(trustedHtml(html), 'text/html');
  for (const element of body.querySelectorAll(BLOCKS)) {
    if (element.matches('li')) element.prepend('– ');
    element.append(element.matches('p, h1, h2, h3, h4, h5, h6, blockquote') ? '\n\n' : '\n');
    if (element.matches('br')) element.replaceWith('\n');
  }
  return (body.textContent ?? '')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
