import { on as events, once } from 'node:events';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { CHROMIUM, FLAGS } from './browser.ts';
import { ensureLighthouse } from './install-lighthouse.ts';
import { logIn, type AuditRole } from './log-in.ts';
import { standInForPictures } from './stand-in-pictures.ts';
import { inThreadTime, type TraceEvent } from './thread-time.ts';

export interface LighthouseScores {
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  /** The score without the audit that a page with noindex must fail. */
  seoWithoutIndexing: number;
  lcpMs: number;
  tbtMs: number;
  /** The smallest and the largest of all runs. */
  tbtRangeMs: [number, number];
  /** The same two with tasks that last as long as their processor time (`inThreadTime`). */
  threadTime: { lcpMs: number; tbtMs: number };
  cls: number;
  /** Audits that reduce the score. */
  failing: string[];
  /** Number of completed runs. */
  runs: number;
  /** Number of stubbed requests for pictures of other hosts. */
  standIns: number;
}

interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; numericValue?: number }>;
}
type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Report } | undefined>;

/** Loads Lighthouse, installing it the first time; null, with a line for the user, when it cannot be installed. */
export async function loadLighthouse(say: (line: string) => void): Promise<Lighthouse | null> {
  const installed = await ensureLighthouse();
  if (installed.module !== null)
    return ((await import(pathToFileURL(installed.module).href)) as { default: Lighthouse }).default;
  say(`Lighthouse could not be installed: its figures are omitted.\n${installed.output.trimEnd()}`);
  return null;
}

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const READY = /DevTools listening/;
const READY_MS = 20_000;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** Closes the browser by its protocol: the process that was started is Debian's shell script, whose end does not end it. */
async function closeBrowser(port: number): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const session = await browser.newBrowserCDPSession();
  await session.send('Browser.close');
}

/** Runs a callback with a Chromium with an open debugging port; deletes its profile afterwards. */
async function withChromium<Result>(use: (port: number) => Promise<Result>): Promise<Result> {
  const port = await freePort();
  const profile = mkdtempSync(join(tmpdir(), 'vidhi-audit-'));
  const browser = spawn(
    CHROMIUM,
    [...FLAGS, `--remote-debugging-port=${port}`, `--user-data-dir=${profile}`, 'about:blank'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = once(browser, 'close');
  try {
    const isLate = AbortSignal.timeout(READY_MS);
    for await (const [chunk] of events(browser.stderr, 'data', { signal: isLate }))
      if (READY.test(String(chunk))) break;
    return await use(port);
  } finally {
    await closeBrowser(port).catch(() => browser.kill('SIGKILL'));
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Maximum time until a page is idle. */
const MAX_LOAD_MS = 30_000;

/**
 * Runs Lighthouse with mobile emulation; returns the median of each figure. Starts no run after the deadline;
 * null when there was no run.
 */
export function measure(
  lighthouse: Lighthouse,
  url: string,
  { runs, deadline, role }: { runs: number; deadline: number; role?: AuditRole | undefined },
): Promise<LighthouseScores | null> {
  return withChromium(async (port) => {
    if (role !== undefined) await logInBrowser(port, new URL(url).origin, role);
    const standIns = await standInForPictures(port);
    const reports: Report[] = [];
    const inProcessorTime: Report[] = [];
    for (let run = 0; run < runs && Date.now() < deadline; run += 1) {
      const flags = { port, onlyCategories: CATEGORIES, logLevel: 'error', maxWaitForLoad: MAX_LOAD_MS };
      const report = async (more: object): Promise<Report> => {
        const result = await lighthouse(url, { ...flags, ...more });
        if (result === undefined) throw new Error(`Lighthouse reported nothing about ${url}`);
        return result.lhr;
      };
      const folder = mkdtempSync(join(tmpdir(), 'vidhi-audit-'));
      try {
        reports.push(await report({ gatherMode: folder, auditMode: folder }));
        replaceByThreadTime(join(folder, 'trace.json'));
        inProcessorTime.push(await report({ auditMode: folder }));
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    }
    standIns.end();
    if (reports.length === 0) return null;
    const score = (name: string): number =>
      Math.round(median(reports.map(({ categories }) => categories[name]?.score ?? 0)) * 100);
    const figure = (name: string, from = reports): number =>
      median(from.map(({ audits }) => audits[name]?.numericValue ?? 0));
    const milliseconds = (name: string, from = reports): number => Math.round(figure(name, from));
    const blocked = reports.map(({ audits }) => Math.round(audits['total-blocking-time']?.numericValue ?? 0));
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      bestPractices: score('best-practices'),
      seo: score('seo'),
      seoWithoutIndexing: Math.round(median(reports.map(seoWithoutIndexing)) * 100),
      lcpMs: milliseconds('largest-contentful-paint'),
      tbtMs: milliseconds('total-blocking-time'),
      tbtRangeMs: [Math.min(...blocked), Math.max(...blocked)],
      threadTime: {
        lcpMs: milliseconds('largest-contentful-paint', inProcessorTime),
        tbtMs: milliseconds('total-blocking-time', inProcessorTime),
      },
      cls: Math.round(figure('cumulative-layout-shift') * 1_000) / 1_000,
      failing: failingIn(reports[0]),
      runs: reports.length,
      standIns: standIns.served,
    };
  });
}

/** Replaces the durations of tasks in a trace that Lighthouse has saved. */
function replaceByThreadTime(file: string): void {
  const trace = JSON.parse(readFileSync(file, 'utf8')) as { traceEvents: TraceEvent[] };
  writeFileSync(file, JSON.stringify({ ...trace, traceEvents: inThreadTime(trace.traceEvents) }));
}

/** Lighthouse empties the browser's cache before each run, but keeps its cookies. */
async function logInBrowser(port: number, site: string, role: AuditRole): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('Chromium has no default context');
  await logIn(context, site, role);
  await browser.close();
}

const NOINDEX_AUDIT = 'is-crawlable';

function seoWithoutIndexing({ categories, audits }: Report): number {
  const counted = (categories['seo']?.auditRefs ?? []).filter(({ id, weight }) => {
    const isScored = weight > 0 && (audits[id]?.score ?? null) !== null;
    return isScored && id !== NOINDEX_AUDIT;
  });
  const total = counted.reduce((sum, { weight }) => sum + weight, 0);
  return total === 0
    ? 0
    : counted.reduce((sum, { id, weight }) => sum + weight * (audits[id]?.score ?? 0), 0) / total;
}

function failingIn(report: Report | undefined): string[] {
  if (report === undefined) return [];
  const weighty = CATEGORIES.flatMap((name) => report.categories[name]?.auditRefs ?? []).filter(
    ({ weight }) => weight > 0,
  );
  return weighty.flatMap(({ id }) => {
    const score = report.audits[id]?.score ?? null;
    return score !== null && score < 0.9 ? [id] : [];
  });
}
