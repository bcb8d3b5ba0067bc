import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { vi } from 'vitest';
import { chromium, type Browser, type BrowserContext, type Page, type Request } from 'playwright-core';
import { lateFaces } from '../../tools/web-audit/late-faces.ts';

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
  /** Further sites that the visitor goes to. */
  otherSites?: readonly string[];
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
    otherSites = [],
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
  noteRequests(page);
  const problems: string[] = [];
  const hosts = new Set([site, ...otherSites].map((address) => new URL(address).host));
  await context.route(
    (url) => /^https?:$/.test(url.protocol) && !hosts.has(url.host),
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
  if (javaScriptEnabled) {
    await reportRefusals(context, (text) => problems.push(text));
    await context.addInitScript(noteEffects);
  }
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

/** What React calls of the developer tools' hook; `memoizedState` is that of the root's fiber. */
interface FiberRoot {
  containerInfo: Node;
  current: { memoizedState?: { isDehydrated?: boolean; element?: unknown } | null };
}
interface WithHook {
  isHydrated?: boolean;
  __REACT_DEVTOOLS_GLOBAL_HOOK__?: object;
}

/**
 * Notes when React has hydrated or rendered the whole page and run its effects: listeners and subscriptions are
 * there only then. Runs in the page, in the place of React's developer tools.
 */
function noteEffects(): void {
  const page = window as WithHook;
  page.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    renderers: new Map(),
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberRoot: () => undefined,
    onCommitFiberUnmount: () => undefined,
    onPostCommitFiberRoot: (_renderer: number, { containerInfo, current }: FiberRoot) => {
      const state = current.memoizedState;
      const isComplete = state?.isDehydrated === false && state.element != null;
      if (isComplete && containerInfo === document.getElementById('root')) page.isHydrated = true;
    },
  };
}

/** Waits until React has hydrated the whole page and run its effects: it hydrates in slices, and marks elements before it is done. */
export const hydrated = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => (window as WithHook).isHydrated === true);

const pending = new WeakMap<Page, Set<Request>>();

/** Notes the requests of a page that wait for a response. */
function noteRequests(page: Page): void {
  const requests = new Set<Request>();
  const remove = (request: Request): void => void requests.delete(request);
  pending.set(page, requests);
  page.on('request', (request) => requests.add(request));
  page.on('requestfinished', remove);
  page.on('requestfailed', remove);
}

const IDLE_MS = 60_000;

/** Waits until a page waits for no response and has nothing to do, so that it sends no further request by itself. */
export async function idle(page: Page): Promise<void> {
  const isIdle = async (): Promise<boolean> => {
    await page.evaluate(() => new Promise((resolve) => void requestIdleCallback(resolve)));
    return pending.get(page)?.size === 0;
  };
  // Not expect.poll, which belongs to one test at a time: some journeys run concurrently.
  await vi.waitUntil(isIdle, { timeout: IDLE_MS, interval: 50 });
}

/** Waits until nothing on its way can change the layout any more: responses, fonts, late ones too, and pictures. */
export async function settled(page: Page): Promise<void> {
  await hydrated(page);
  await page.locator(':root.settled').waitFor();
  await idle(page);
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  });
  await lateFaces(page);
}

/** Waits for the suggestions for these words: lists for fewer letters have been replaced by then. */
export const suggestionsFor = (page: Page, words: string): Promise<unknown> =>
  page.waitForResponse((response) => {
    const { pathname, searchParams } = new URL(response.url());
    return pathname === '/api/suggest' && searchParams.get('q') === words.trim();
  });

export const placeOf = (page: Page): Promise<number> => page.evaluate(() => Math.round(window.scrollY));

const notedPlaceOf = (page: Page): Promise<number> =>
  page.evaluate(() => Number(Object.values(JSON.parse(sessionStorage['vidhi.scroll'] ?? '{}')).at(-1) ?? -1));

/** Waits until the page has noted the place where it stands, as it does when scrolling has ended. */
export async function placeNoted(page: Page): Promise<void> {
  const isNoted = async (): Promise<boolean> => (await notedPlaceOf(page)) === (await placeOf(page));
  await vi.waitUntil(isNoted, { timeout: IDLE_MS, interval: 50 });
}

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
