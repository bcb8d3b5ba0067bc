// Sanitizing of HTML attributes.

export { resanitizeHtml, sanitizedValues } from './html/html-attributes.ts';
export { isSafeFrame, isSafeLink } from './html/safe-link.ts';
export { HTML_VERSION } from './html/sanitize-content.ts';
