import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Address of the running product, set by `npm test`. */
export function baseUrl(): string {
  const url = process.env['E2E_BASE_URL'];
  if (url === undefined || url === '')
    throw new Error('E2E_BASE_URL names no running product: use `npm test -- e2e`');
  return url.replace(/\/$/, '');
}

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env['E2E_CHROMIUM'] || '/usr/bin/chromium', args: FLAGS });

export interface Visit {
  page: Page;
  context: BrowserContext;
  /** Console errors, thrown errors, policy violations and calls to other hosts, in the order they came. */
  problems: string[];
  close: () => Promise<void>;
}

export interface VisitOptions {
  width?: number;
  height?: number;
  colorScheme?: 'light' | 'dark';
  javaScriptEnabled?: boolean;
  /** Another site than the running product. */
  site?: string;
}

const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="360"><rect width="480" height="360"/></svg>';

/** For a page to show what a journey waits for, on a machine that does much else. */
const PATIENCE_MS = 60_000;

/**
 * A fresh visitor. YouTube's picture host is stubbed; any other foreign host is refused and is a problem.
 */
export async function visit(browser: Browser, options: VisitOptions = {}): Promise<Visit> {
  const {
    width = 1280,
    height = 900,
    colorScheme = 'light',
    javaScriptEnabled = true,
    site = baseUrl(),
  } = options;
  const context = await browser.newContext({
    baseURL: site,
    viewport: { width, height },
    colorScheme,
    javaScriptEnabled,
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const problems: string[] = [];
  const { host } = new URL(site);
  await context.route(
    (url) => /^https?:$/.test(url.protocol) && url.host !== host,
    async (route) => {
      const url = new URL(route.request().url());
      if (url.host === 'i.ytimg.com') {
        await route.fulfill({ status: 200, contentType: 'image/svg+xml', body: PICTURE });
        return;
      }
      problems.push(`call to ${url.host}`);
      await route.abort();
    },
  );
  if (javaScriptEnabled) await reportRefusals(context, (text) => problems.push(text));
  page.on('pageerror', (error) => problems.push(`thrown: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      problems.push(`console: ${message.text()} (${message.location().url})`);
  });
  return { page, context, problems, close: () => context.close() };
}

/** Tells of everything that the page's own security policy refuses. */
async function reportRefusals(context: BrowserContext, tell: (text: string) => void): Promise<void> {
  await context.exposeBinding('tellRefusal', (_source, text: string) => tell(text));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      const told = window as unknown as { tellRefusal(text: string): void };
      told.tellRefusal(`policy refused ${effectiveDirective} ${blockedURI}`);
    });
  });
}

/** How often the three tags that there must be one of are there. */
export const headCounts = (
  page: Page,
): Promise<{ titles: number; descriptions: number; canonicals: number }> =>
  page.evaluate(() => ({
    titles: document.querySelectorAll('head title').length,
    descriptions: document.querySelectorAll('meta[name="description"]').length,
    canonicals: document.querySelectorAll('link[rel="canonical"]').length,
  }));

export const ONE_OF_EACH = { titles: 1, descriptions: 1, canonicals: 1 };

/** What React notes at the element that it renders into. */
interface Container {
  stateNode?: { current?: { memoizedState?: { isDehydrated?: boolean; element?: unknown } | null } };
}

/** Waits until React has taken the whole page over: it does so in slices, and marks elements before it is done. */
export const hydrated = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => {
    const root = document.getElementById('root');
    const note = Object.entries(root ?? {}).find(([key]) => key.startsWith('__reactContainer'));
    const state = (note?.[1] as Container | undefined)?.stateNode?.current?.memoizedState;
    return state?.isDehydrated === false && state.element != null;
  });

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResult {
  violations: { id: string; nodes: { target: unknown[]; failureSummary?: string }[] }[];
}

/** Violations of WCAG 2.0 to 2.2, A and AA, one line each. */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const result = await page.evaluate(() =>
    (window as unknown as { axe: { run(context: Document, options: object): Promise<AxeResult> } }).axe.run(
      document,
      {
        runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
      },
    ),
  );
  return result.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}
