const UNFIT = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Text as it stands inside an element or an attribute; characters that XML does not have are dropped. */
export const xmlText = (text: string): string =>
  text.replace(UNFIT, '').replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

export const element = (name: string, text: string): string => `<${name}>${xmlText(text)}</${name}>`;

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>';
