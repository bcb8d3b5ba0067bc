/** Characters that XML 1.0 does not allow. */
const INVALID = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escapes text for an element or an attribute, without the characters that XML does not allow. */
export const xmlText = (text: string): string =>
  text.replace(INVALID, '').replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

/** Serializes an element with text content. `name` is not escaped. */
export const element = (name: string, text: string): string => `<${name}>${xmlText(text)}</${name}>`;

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>';
