import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import { chromium, type Browser, type Page } from 'playwright-core';
import { ensureChromium } from '@vidhi/local/chromium.mjs';
import { logIn, type AuditRole } from './log-in.ts';

export const CHROMIUM = process.env['E2E_CHROMIUM'] || (await ensureChromium({ env: process.env }));
export const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];

/** Starts the browser. A signal ends browser and process at once, unless `onSignal` is `leave`: the caller handles it. */
export function launchBrowser({ onSignal }: { onSignal?: 'leave' } = {}): Promise<Browser> {
  const handles = onSignal === undefined;
  return chromium.launch({
    executablePath: CHROMIUM,
    args: FLAGS,
    handleSIGINT: handles,
    handleSIGTERM: handles,
    handleSIGHUP: handles,
  });
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

interface Axe {
  run(
    context: Document,
    options: object,
  ): Promise<{ violations: { id: string; nodes: { target: unknown[] }[] }[] }>;
}

/** A URL, and the account to open it with. */
interface Opened {
  url: string;
  role?: AuditRole | undefined;
}

const KILOBYTE = 1_024;

/** Kilobytes, compressed by gzip, of all scripts that a page loads until the network is idle. */
export async function loadedScripts(browser: Browser, { url, role }: Opened): Promise<number> {
  const context = await browser.newContext();
  if (role !== undefined) await logIn(context, new URL(url).origin, role);
  const page = await context.newPage();
  // Pages cached by the login would not be loaded again.
  const protocol = await context.newCDPSession(page);
  await protocol.send('Network.setCacheDisabled', { cacheDisabled: true });
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    sizes.push(response.body().then((body) => gzipSync(body, { level: 9 }).length / KILOBYTE));
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  await context.close();
  return total;
}

/** axe violations of an open page, one line each. */
export async function axeOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const { violations } = await page.evaluate(
    (values) => (window as unknown as { axe: Axe }).axe.run(document, { runOnly: { type: 'tag', values } }),
    RULES,
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target.join(' ')}`));
}

/** axe violations of a page in light and dark, one line each. */
export async function axeViolations(browser: Browser, { url, role }: Opened): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' });
    if (role !== undefined) await logIn(context, new URL(url).origin, role);
    const page = await context.newPage();
    await page.goto(url, { waitUntil: 'networkidle' });
    for (const violation of await axeOf(page)) found.push(`${colorScheme}: ${violation}`);
    await context.close();
  }
  return found;
}
