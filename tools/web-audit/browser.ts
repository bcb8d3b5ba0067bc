import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium, type Browser } from 'playwright-core';

export const CHROMIUM = process.env['E2E_CHROMIUM'] || '/usr/bin/chromium';
export const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: CHROMIUM, args: FLAGS });

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

interface Axe {
  run(
    context: Document,
    options: object,
  ): Promise<{ violations: { id: string; nodes: { target: unknown[] }[] }[] }>;
}

/** axe violations of a page in light and dark, one line each. */
export async function axeViolations(browser: Browser, url: string): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.goto(url, { waitUntil: 'load' });
    await page.evaluate(axeSource);
    const { violations } = await page.evaluate(
      (values) => (window as unknown as { axe: Axe }).axe.run(document, { runOnly: { type: 'tag', values } }),
      RULES,
    );
    for (const { id, nodes } of violations)
      for (const { target } of nodes) found.push(`${colorScheme}: ${id} at ${target.join(' ')}`);
    await context.close();
  }
  return found;
}
