import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { vi } from 'vitest';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
  type Request,
} from 'playwright-core';
import { lateFonts } from '../../tools/web-audit/late-fonts.ts';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The headless shell would round the width of each letter, and break lines elsewhere than Chromium does.
  '--font-render-hinting=none',
  // Playwright needs source positions, for which V8 would parse all scripts a second time: 5 % less processor time. Pages live
  // for seconds, in which neither optimizing compilers nor helper threads pay off: another 14 % less.
  '--js-flags=--no-enable-lazy-source-positions,--single-threaded,--no-opt,--no-maglev',
  // No request leaves the machine.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

/** URL of the running product, set by `npm test`. */
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
  /** Console errors, thrown errors, CSP violations and requests to other hosts, in order. */
  problems: string[];
  /** Opens another page in the same context; its console and thrown errors are not in `problems`. */
  openTab: () => Promise<Page>;
  close: () => Promise<void>;
}

export interface VisitOptions {
  width?: number;
  height?: number;
  colorScheme?: 'light' | 'dark';
  javaScriptEnabled?: boolean;
  /** Base URL of another site than the running product. */
  site?: string;
  /** Other origins that are allowed, such as those that a test responds to by a route. */
  otherSites?: readonly string[];
}

/** Host of the posters of videos. */
const POSTERS = 'i.ytimg.com';
const POSTER =
  '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="360"><rect width="480" height="360"/></svg>';

/**
 * Responds to a page's requests for posters of videos. Pauses no other request, where Playwright's `route` pauses all and
 * disables the cache: a quarter less processor time for each page.
 */
async function stubPosters(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  session.on('Fetch.requestPaused', ({ requestId }) => {
    const response = {
      requestId,
      responseCode: 200,
      responseHeaders: [{ name: 'content-type', value: 'image/svg+xml' }],
      body: Buffer.from(POSTER).toString('base64'),
    };
    // Fails when the page is closed meanwhile.
    session.send('Fetch.fulfillRequest', response).catch(() => undefined);
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: `https://${POSTERS}/*` }] });
}

/** Reports requests to other hosts. */
function reportOtherHosts(
  context: BrowserContext,
  hosts: ReadonlySet<string>,
  report: (text: string) => void,
): void {
  context.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (/^https?:$/.test(protocol) && !hosts.has(host)) report(`call to ${host}`);
  });
}

/** A warning about styles that a script uses later than after a few seconds, which busy machines need. */
const UNUSED_PRELOAD = /was preloaded using link preload but not used within a few seconds/;

/** Time-out of expectations on an overloaded machine. */
const EXPECT_TIMEOUT_MS = 60_000;

/** Rejects with the step's name when Chromium does not respond; Playwright's own calls of this kind have no limit. */
export function endInTime<T>(step: string, result: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`Chromium did not answer within ${EXPECT_TIMEOUT_MS} ms: ${step}`)),
    EXPECT_TIMEOUT_MS,
  );
  return Promise.race([result, promise]).finally(() => clearTimeout(timer));
}

/**
 * Opens a new browser context. Posters of videos are stubbed; requests to other hosts fail and are reported in `problems`.
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
  const context = await endInTime(
    'opening a context',
    browser.newContext({
      baseURL: site,
      viewport: { width, height },
      colorScheme,
      javaScriptEnabled,
      reducedMotion: 'reduce',
    }),
  );
  context.setDefaultTimeout(EXPECT_TIMEOUT_MS);
  const problems: string[] = [];
  const hosts = [site, ...otherSites].map((address) => new URL(address).host);
  reportOtherHosts(context, new Set([...hosts, POSTERS]), (text) => problems.push(text));
  const openTab = async (): Promise<Page> => {
    const tab = await endInTime('opening a page', context.newPage());
    await endInTime('stubbing posters of videos', stubPosters(tab));
    return tab;
  };
  const page = await openTab();
  trackRequests(page);
  if (javaScriptEnabled) {
    await reportPolicyViolations(context, (text) => problems.push(text));
    await context.addInitScript(recordCommits);
  }
  page.on('pageerror', (error) => problems.push(`thrown: ${error.message}`));
  page.on('console', (message) => {
    if (UNUSED_PRELOAD.test(message.text())) return;
    if (message.type() === 'error' || message.type() === 'warning')
      problems.push(`console: ${message.text()} (${message.location().url})`);
  });
  return { page, context, problems, openTab, close: () => endInTime('closing the context', context.close()) };
}

/** Reports violations of the page's Content-Security-Policy. */
async function reportPolicyViolations(
  context: BrowserContext,
  report: (text: string) => void,
): Promise<void> {
  await context.exposeBinding('reportViolation', (_source, text: string) => report(text));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      const reported = window as unknown as { reportViolation(text: string): void };
      reported.reportViolation(`policy blocked ${effectiveDirective} ${blockedURI}`);
    });
  });
}

/** Counts of the three head tags of which there must be exactly one. */
export const headCounts = (
  page: Page,
): Promise<{ titles: number; descriptions: number; canonicals: number }> =>
  page.evaluate(() => ({
    titles: document.querySelectorAll('head title').length,
    descriptions: document.querySelectorAll('meta[name="description"]').length,
    canonicals: document.querySelectorAll('link[rel="canonical"]').length,
  }));

export const ONE_OF_EACH = { titles: 1, descriptions: 1, canonicals: 1 };

/** The state of the root has `isDehydrated` and `element`; that of a Suspense boundary `dehydrated`, its markup. */
interface Fiber {
  memoizedState?: { isDehydrated?: boolean; element?: unknown; dehydrated?: unknown } | null;
  child: Fiber | null;
  sibling: Fiber | null;
}
/** The part of the React DevTools hook that React calls. */
interface FiberRoot {
  containerInfo: Node;
  current: Fiber;
}
interface WithHook {
  isHydrated?: boolean;
  __REACT_DEVTOOLS_GLOBAL_HOOK__?: object;
}

/**
 * Records when React has hydrated or rendered the whole page and run its effects: only then listeners and
 * subscriptions are registered. Runs in the page, in place of the React DevTools hook.
 */
function recordCommits(): void {
  const page = window as WithHook;
  page.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    renderers: new Map(),
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberRoot: () => undefined,
    onCommitFiberUnmount: () => undefined,
    onPostCommitFiberRoot: (_renderer: number, { containerInfo, current }: FiberRoot) => {
      const state = current.memoizedState;
      if (page.isHydrated === true || containerInfo !== document.getElementById('root')) return;
      if (state?.isDehydrated !== false || state.element == null) return;
      // The page is a Suspense boundary, which is hydrated after the root.
      const fibers = [current];
      for (let fiber = fibers.pop(); fiber !== undefined; fiber = fibers.pop()) {
        if (fiber.memoizedState?.dehydrated != null) return;
        for (let next = fiber.child; next !== null; next = next.sibling) fibers.push(next);
      }
      page.isHydrated = true;
    },
  };
}

/**
 * Waits until React has hydrated the whole page and run its effects: it hydrates incrementally. Then lays out the parts
 * below the first screen (`boot.ts`): Playwright scrolls to an element and presses it before the next frame, in which such
 * a part would get its height, and the release would be beside the element.
 */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    if ((window as WithHook).isHydrated !== true) return false;
    document.documentElement.classList.remove('unscrolled');
    return true;
  });
}

const pending = new WeakMap<Page, Set<Request>>();

/** Tracks the pending requests of a page. */
function trackRequests(page: Page): void {
  const requests = new Set<Request>();
  const remove = (request: Request): void => void requests.delete(request);
  pending.set(page, requests);
  page.on('request', (request) => requests.add(request));
  page.on('requestfinished', remove);
  page.on('requestfailed', remove);
}

const IDLE_MS = 60_000;

/** Waits until a page has no pending request and is idle, so that it sends no further request by itself. */
export async function idle(page: Page): Promise<void> {
  const isIdle = async (): Promise<boolean> => {
    await page.evaluate(() => new Promise((resolve) => void requestIdleCallback(resolve)));
    return pending.get(page)?.size === 0;
  };
  // Not expect.poll, which does not support concurrent tests.
  await vi.waitUntil(isIdle, { timeout: IDLE_MS, interval: 50 });
}

/** Presses Enter on a control once it can be used: `press`, unlike `click`, does not wait for that. */
export async function pressEnter(control: Locator): Promise<void> {
  await vi.waitUntil(() => control.isEnabled(), { timeout: IDLE_MS, interval: 50 });
  await control.press('Enter');
}

/** Lays out the whole page, and waits until no pending response, font or picture can change the layout. */
export async function settled(page: Page): Promise<void> {
  await hydrated(page);
  await page.locator(':root.settled').waitFor();
  await idle(page);
  await page.evaluate(async () => {
    // Parts below the first screen of a new visit are laid out after the first scroll (`boot.ts`).
    dispatchEvent(new Event('scrollend'));
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  });
  await lateFonts(page);
}

/** Waits for the suggestions for these words; suggestions for shorter input have been replaced then. */
export const suggestionsFor = (page: Page, words: string): Promise<unknown> =>
  page.waitForResponse((response) => {
    const { pathname, searchParams } = new URL(response.url());
    return pathname === '/api/suggest' && searchParams.get('q') === words.trim();
  });

export const placeOf = (page: Page): Promise<number> => page.evaluate(() => Math.round(window.scrollY));

const savedPositionOf = (page: Page): Promise<number> =>
  page.evaluate(() => Number(Object.values(JSON.parse(sessionStorage['vidhi.scroll'] ?? '{}')).at(-1) ?? -1));

/** Waits until the page has saved its scroll position, which it does when scrolling has ended. */
export async function scrollPositionSaved(page: Page): Promise<void> {
  const isSaved = async (): Promise<boolean> => (await savedPositionOf(page)) === (await placeOf(page));
  await vi.waitUntil(isSaved, { timeout: IDLE_MS, interval: 50 });
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResult {
  violations: { id: string; nodes: { target: unknown[]; failureSummary?: string }[] }[];
}

/**
 * Collects violations alone, which halves axe's processor time: it describes no element that passes, and parses no style
 * sheet, which only its experimental rule needs.
 */
const AXE_OPTIONS = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  resultTypes: ['violations'],
  preload: { assets: ['media'] },
};

/** Violations of WCAG 2.0 to 2.2, A and AA, one line each. Waits until no list is fetched again, which dims its rows. */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.locator('table[aria-busy="true"]').first().waitFor({ state: 'detached' });
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const violations = await page.evaluate(async (options) => {
    const { axe } = window as unknown as {
      axe: { run(context: Document, options: object): Promise<AxeResult> };
    };
    // After a change of the colour scheme, a transition of 0.01 ms shows its first value for a frame or more.
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
    return (await axe.run(document, options)).violations;
  }, AXE_OPTIONS);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}
