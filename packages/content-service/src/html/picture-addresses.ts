import { DomUtils, parseDocument } from 'htmlparser2';
import { sanitizeContent } from './sanitize-content.ts';

/** Returns the addresses of the pictures that a text has once it is sanitized. */
export function pictureAddresses(html: string): string[] {
  if (!/<img\b/i.test(html)) return [];
  const pictures = DomUtils.getElementsByTagName('img', parseDocument(sanitizeContent(html)), true);
  return pictures.flatMap(({ attribs: { src } }) => (src === undefined || src === '' ? [] : [src]));
}
