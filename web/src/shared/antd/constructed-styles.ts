/**
 * Stands in for `@rc-component/util/es/Dom/dynamicCSS` (`scripts/antd-styles.ts`): styles that antd makes at run time,
 * as the scroll lock of a dialog, become constructed style sheets of the document instead of `<style>` elements. They
 * are of the layer of the extracted styles, whose dark colours would otherwise yield to the variables of the light theme.
 */
const sheets = new Map<string, CSSStyleSheet>();

/** What callers mark with attributes; it is never in the document. */
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
  const known = sheets.get(key);
  if (known === undefined) sheets.set(key, adopt(css));
  else known.replaceSync(layered(css));
  return detached();
}

export function removeCSS(key: string): void {
  const sheet = sheets.get(key);
  if (sheet === undefined) return;
  sheets.delete(key);
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
}

export const clearContainerCache = (): void => undefined;
