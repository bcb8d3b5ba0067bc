/**
 * Replaces `@rc-component/util/es/Dom/dynamicCSS` (`scripts/antd-styles.ts`): styles that antd generates at run time, such
 * as the scroll lock of a dialog, become constructed style sheets instead of `<style>` elements, which the security policy
 * blocks. They are in the layer of the extracted styles; unlayered, they would override its dark colours.
 */
const sheets = new Map<string, CSSStyleSheet>();

/** The return value on which callers set attributes; it is not part of the document. */
const detached = (): HTMLStyleElement => document.createElement('style');

const layered = (css: string): string => `@layer antd {${css}}`;

function adopt(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(layered(css));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return sheet;
}

export function injectCSS(css: string): HTMLStyleElement {
  adopt(css);
  return detached();
}

export function updateCSS(css: string, key: string): HTMLStyleElement {
  const sheet = sheets.get(key);
  if (sheet === undefined) sheets.set(key, adopt(css));
  else sheet.replaceSync(layered(css));
  return detached();
}

export function removeCSS(key: string): void {
  const sheet = sheets.get(key);
  if (sheet === undefined) return;
  sheets.delete(key);
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
}

export const clearContainerCache = (): void => undefined;
