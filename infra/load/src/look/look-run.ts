import { setTimeout as delay } from 'node:timers/promises';
import { createLooks, LOOK_ATTRIBUTES, type Logo, type Shown } from './site-looks.ts';

export interface LookRunOptions {
  origin: string;
  identifier: string;
  password: string;
  /** Reads a second, and for how long. */
  rate: number;
  seconds: number;
  /** Pause between the response to a change and the next change. */
  everyMs: number;
  ended: AbortSignal;
}

export interface LookReport {
  reads: number;
  /** Reads that were not begun, as `MAX_OPEN` others were pending. */
  notBegun: number;
  changes: number;
  /** Pairs of a page and a look that were read. */
  states: number;
  errors: number;
  /** Errors that were rejected by a limit for one address (429). */
  limited: number;
  half: number;
  /** Longest time after the response to a change at which a read began that showed an older look. */
  staleMs: number;
  /** The first problems. */
  problems: string[];
}

const PATHS = [
  '/',
  '/search?q=tax',
  '/catalogs/books',
  '/catalogs/lawyers',
  '/about',
  '/cart',
  '/login',
  '/manifest.webmanifest',
];
const MANIFEST = '/manifest.webmanifest';
const UNAUTHORIZED = 401;
const TOO_MANY_REQUESTS = 429;

/** Advice for the case that reads were rejected: all of them come from one address. */
export const LIMITS_HINT =
  'The site has limited the reads of one address (429), and this says nothing about its looks. Start it without these limits: READS_AT_ONCE_PER_ADDRESS=0 MAX_REQUESTS_PER_ADDRESS=0 MAX_CONNECTIONS_PER_ADDRESS=0 npm start. Or read more slowly, with --rate.';

const MAX_OPEN = 400;
const MAX_PROBLEMS = 20;
const TIMEOUT_MS = 30_000;
const LIBRARY = '/api/upload/files?sort=id:asc&start=0&limit=40';

interface PageResponse {
  status: number;
  text: string;
  policy: string;
}

type Request = (
  path: string,
  init?: { method?: string; token?: string; body?: unknown },
) => Promise<PageResponse>;

const createRequest =
  (origin: string): Request =>
  async (path, { method = 'GET', token, body } = {}) => {
    const response = await fetch(new URL(path, origin), {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const policy = response.headers.get('content-security-policy') ?? '';
    return { status: response.status, text: await response.text(), policy };
  };

async function logIn(request: Request, identifier: string, password: string): Promise<string> {
  const { text } = await request('/api/auth/local', { method: 'POST', body: { identifier, password } });
  const { jwt } = JSON.parse(text) as { jwt?: string };
  if (jwt === undefined) throw new Error(`${identifier} could not log in: ${text}`);
  return jwt;
}

/** Returns the present values of what a look sets. */
async function readFormer(request: Request, token: string): Promise<Record<string, unknown>> {
  const { text } = await request('/api/site-options?populate=*', { token });
  const { data } = JSON.parse(text) as { data: { attributes: Record<string, unknown> } | null };
  return Object.fromEntries(
    LOOK_ATTRIBUTES.map((name) => {
      const value = data?.attributes[name] ?? null;
      const related = typeof value === 'object' ? (value as { data?: { id: number } | null } | null) : null;
      return [name, related === null ? value : (related.data?.id ?? null)];
    }),
  );
}

/** Returns the pages that the site has, and pictures that stand in none of them. */
async function findSubjects(request: Request, token: string) {
  const found = await Promise.all(PATHS.map(async (path) => ({ path, ...(await request(path)) })));
  const pages = found.filter(({ status }) => status === 200);
  const { text } = await request(LIBRARY, { token });
  const files = JSON.parse(text) as (Logo & { width?: number | null; height?: number | null })[];
  const logos = files.filter(
    ({ url, width, height }) =>
      (width ?? 0) > 0 && (height ?? 0) > 0 && !pages.some((page) => page.text.includes(url)),
  );
  return { paths: pages.map(({ path }) => path), logos: logos.slice(0, 3) };
}

/**
 * Changes name, colour, logo and icon of a site again and again while its pages are read at a steady rate, then puts the former ones
 * back. A read is an error unless it is 200 with a look of the run, and half if it shows parts of two.
 */
export async function runLooks(options: LookRunOptions): Promise<LookReport> {
  const { origin, rate, seconds, everyMs, ended } = options;
  const request = createRequest(origin);
  const login = () => logIn(request, options.identifier, options.password);
  let token = await login();
  const { paths, logos } = await findSubjects(request, token);
  if (logos.length < 2) throw new Error('the media library needs two pictures that no page shows');
  const former = await readFormer(request, token);
  const looks = createLooks(logos);
  const report: LookReport = {
    reads: 0,
    notBegun: 0,
    changes: 0,
    states: 0,
    errors: 0,
    limited: 0,
    half: 0,
    staleMs: 0,
    problems: [],
  };
  const seen = new Set<string>();
  /** When the site had responded to the change to each look, in their order. */
  const changedAt = new Map<number, number>();
  let open = 0;

  function note(kind: 'errors' | 'half', problem: string): void {
    report[kind] += 1;
    if (report.problems.length < MAX_PROBLEMS) report.problems.push(problem);
  }

  /** Stores options; logs in again where the session has ended. */
  async function store(data: Readonly<Record<string, unknown>>): Promise<PageResponse> {
    const send = () => request('/api/site-options', { method: 'PUT', body: { data }, token });
    const response = await send();
    if (response.status !== UNAUTHORIZED) return response;
    token = await login();
    return send();
  }

  async function change(number: number): Promise<void> {
    const { status, text } = await store(looks.lookOf(number).options);
    if (status === 200) {
      changedAt.set(number, performance.now());
      report.changes += 1;
    } else note('errors', `change ${number}: ${status} ${text.slice(0, 200)}`);
  }

  function noteShown(path: string, startedAt: number, shown: Shown): void {
    if ('number' in shown) {
      seen.add(`${path} ${shown.number}`);
      const [, replacedAt = startedAt] = [...changedAt].find(([number]) => number > shown.number) ?? [];
      report.staleMs = Math.max(report.staleMs, startedAt - replacedAt);
    } else if (shown.kind === 'half') note('half', `${path}: ${shown.details}`);
    else note('errors', `${path}: it shows no look of the run`);
  }

  async function read(path: string): Promise<void> {
    const startedAt = performance.now();
    open += 1;
    report.reads += 1;
    try {
      const { status, text, policy } = await request(path);
      if (status === TOO_MANY_REQUESTS) report.limited += 1;
      if (status !== 200) note('errors', `${path}: ${status}`);
      else noteShown(path, startedAt, looks.shownBy(text, policy, path === MANIFEST ? 'manifest' : 'page'));
    } catch (error) {
      note('errors', `${path}: ${String(error)}`);
    } finally {
      open -= 1;
    }
  }

  /** Begins reads at their times, whether or not earlier ones have ended. */
  async function readAll(startedAt: number): Promise<void> {
    const reads: Promise<void>[] = [];
    const total = Math.round(rate * seconds);
    for (let n = 0; n < total && !ended.aborted; n += 1) {
      const wait = startedAt + (n * 1_000) / rate - performance.now();
      if (wait > 0) await delay(wait);
      if (open >= MAX_OPEN) report.notBegun += 1;
      else reads.push(read(paths[n % paths.length] ?? '/'));
    }
    await Promise.all(reads);
  }

  try {
    await change(1);
    // Until every page shows a look of the run: before, none is no error.
    await untilShown(request, paths, (text) => looks.shownBy(text, '', 'page').kind !== 'none');
    const reading = readAll(performance.now());
    let isOver = false;
    const over = reading.finally(() => {
      isOver = true;
    });
    for (let number = 2; !isOver && !ended.aborted; number += 1) {
      await change(number);
      await Promise.race([delay(everyMs), over]);
    }
    await over;
  } finally {
    const { status } = await store(former);
    if (status !== 200) note('errors', `the former look could not be put back: ${status}`);
  }
  return { ...report, staleMs: Math.round(report.staleMs), states: seen.size };
}

async function untilShown(
  request: Request,
  paths: readonly string[],
  isShown: (text: string) => boolean,
): Promise<void> {
  for (const path of paths)
    for (const end = performance.now() + TIMEOUT_MS; ; await delay(50)) {
      if (isShown((await request(path)).text)) break;
      if (performance.now() > end) throw new Error(`${path} does not show the look that was stored`);
    }
}
