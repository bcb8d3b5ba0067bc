import type { Page } from 'playwright-core';

/** Waits for the page's fonts, including those with font-display: optional. */
export const lateFonts = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    const wait = (rules: CSSStyleSheet | CSSLayerBlockRule): void =>
      [...rules.cssRules].forEach((rule, index) => {
        if (rule instanceof CSSLayerBlockRule) wait(rule);
        if (!(rule instanceof CSSFontFaceRule) || !rule.cssText.includes('optional')) return;
        const text = rule.cssText.replace('optional', 'block');
        rules.deleteRule(index);
        rules.insertRule(text, index);
      });
    for (const sheet of document.styleSheets) wait(sheet);
    document.body.getBoundingClientRect();
    await document.fonts.ready;
  });
