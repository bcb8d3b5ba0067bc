import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { Collection } from '@vidhi/content-engine';
import { HTML_VERSION, sanitizeContent } from './sanitize-content.ts';

/** Attribute with the HTML_VERSION of the rules that a document was sanitized with. */
const VERSION = 'html_version';

type Values = Readonly<Record<string, unknown>>;

/** Returns the names of the attributes that hold HTML. */
export const htmlAttributes = ({ attributes }: Collection): string[] =>
  Object.entries(attributes).flatMap(([name, attribute]) =>
    'html' in attribute && attribute.html === true ? [name] : [],
  );

/** Returns the values with all HTML attributes sanitized, and the version of the rules where the collection stores it. */
export function sanitizedValues(collection: Collection, values: Values): Record<string, unknown> {
  const result: Record<string, unknown> = { ...values };
  for (const name of htmlAttributes(collection)) {
    const html = values[name];
    if (typeof html !== 'string') continue;
    result[name] = sanitizeContent(html);
    if (VERSION in collection.attributes) result[VERSION] = HTML_VERSION;
  }
  return result;
}

/** Sanitizes a document again if it was stored under older rules. */
export function resanitizeHtml(collection: Collection, doc: StoredDocument): StoredDocument {
  if (!(VERSION in collection.attributes) || doc[VERSION] === HTML_VERSION) return doc;
  return { ...sanitizedValues(collection, doc), id: doc.id };
}
