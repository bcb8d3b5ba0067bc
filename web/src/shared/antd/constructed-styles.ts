/**
 * Replaces `@rc-component/util/es/Dom/dynamicCSS` (`scripts/antd-styles.ts`): styles that antd generates at run time, such
 * as the scroll lock of a dialog, become constructed style sheets instead of `<style>` elements, which the security policy
 * blocks. They are in the layer of the extracted styles; unlayered, they would override its dark colours.
 */
const sheets = new Map<string, CSSStyleSheet>();

/** The return value on which callers set attributes; it is not part of the document. */
const detached = (): HTMLStyleElement => document.createElement('style');

const layered = (css: string): string => `@layer antd {${css}}`;

const isEmpty = (rule: CSSRule): boolean =>
  rule instanceof CSSStyleRule
    ? rule.style.length === 0 && rule.cssRules.length === 0
    : rule instanceof CSSLayerBlockRule && [...rule.cssRules].every(isEmpty);

/**
 * Adds no sheet without declarations, as each table makes one to measure scroll bars: when a sheet is removed, the
 * browser lays out the whole document again.
 */
function write(sheet: CSSStyleSheet, css: string): void {
  sheet.replaceSync(layered(css));
  const adopted = document.adoptedStyleSheets;
  if (!adopted.includes(sheet) && ![...sheet.cssRules].every(isEmpty))
    document.adoptedStyleSheets = [...adopted, sheet];
}

export function injectCSS(css: string): HTMLStyleElement {
  write(new CSSStyleSheet(), css);
  return detached();
}

export function updateCSS(css: string, key: string): HTMLStyleElement {
  const sheet = sheets.get(key) ?? new CSSStyleSheet();
  sheets.set(key, sheet);
  write(sheet, css);
  return detached();
}

export function removeCSS(key: string): void {
  const sheet = sheets.get(key);
  if (sheet === undefined) return;
  sheets.delete(key);
  if (document.adoptedStyleSheets.includes(sheet))
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
}

export const clearContainerCache = (): void => undefined;
