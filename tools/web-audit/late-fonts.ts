import type { Page } from 'playwright-core';

/** Waits for the page's fonts, including those with font-display: optional. */
export const lateFonts = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    for (const sheet of document.styleSheets)
      [...sheet.cssRules].forEach((rule, index) => {
        if (!(rule instanceof CSSFontFaceRule) || !rule.cssText.includes('optional')) return;
        const text = rule.cssText.replace('optional', 'block');
        sheet.deleteRule(index);
        sheet.insertRule(text, index);
      });
    document.body.getBoundingClientRect();
    await document.fonts.ready;
  });
