import { DESKS, type Desk } from '@vidhi/contracts/desks.ts';

/** Part of a service's app that the matrix needs. */
export interface MatrixApp {
  registeredRoutes: readonly string[];
  inject(request: {
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
    url: string;
    headers: Record<string, string>;
    payload?: string;
  }): PromiseLike<{ statusCode: number }>;
  close(): PromiseLike<unknown>;
}

/** Callers, in the order of a row's `allowed`. Their ids are `CALLER_IDS`. */
export const CALLERS = [
  'anonymous',
  'customer',
  'lawyer',
  'firm',
  'judge',
  'editor',
  'administrator',
  'expired',
  'forged',
  'revoked customer',
  'revoked editor',
] as const;
export type Caller = (typeof CALLERS)[number];

/** Ids of the accounts that call; the own things of a caller belong to these. */
export const CALLER_IDS: Readonly<Record<Caller, number>> = {
  anonymous: 4,
  customer: 4,
  lawyer: 5,
  firm: 6,
  judge: 7,
  editor: 10,
  administrator: 11,
  expired: 4,
  forged: 4,
  'revoked customer': 4,
  'revoked editor': 10,
};

export interface MatrixRow {
  /** The route as it is registered: `PUT /api/users/:id`. */
  route: string;
  /** Owner of the requested object in relation to the caller; `none` where a route has no owner. */
  target: 'own' | 'other' | 'missing' | 'none';
  /** The URL of a request; by default that of the route. */
  url?: (caller: Caller) => string;
  payload?: unknown;
  headers?: Readonly<Record<string, string>>;
  /** The request changes what later requests need: each caller gets an app of its own. */
  isIsolated?: true;
  /**
   * One character for each caller: `+` the request is let through (it may fail for another reason), `-` 403, `!` 401, `0`
   * 404, `m` 405, `g` 204 without content.
   */
  allowed: string;
  /**
   * Desks of which one is enough; `staff` where an editor needs none. Required where editors are let through and customers
   * are not.
   */
  desks?: readonly Desk[] | 'staff';
}

/** Returns the routes of an app as `METHOD url`; GET stands for HEAD too. */
export const routesOf = (app: MatrixApp): string[] =>
  app.registeredRoutes.filter((route) => !route.startsWith('HEAD ') && !route.startsWith('OPTIONS '));

const MARKS: Readonly<Record<number, string>> = { 401: '!', 403: '-', 404: '0', 405: 'm', 204: 'g' };

/** Routes without a row, and rows without a route. */
export function unlistedRoutes(app: MatrixApp, rows: readonly MatrixRow[]): string[] {
  const registered = new Set(routesOf(app));
  const listed = new Set(rows.map(({ route }) => route));
  return [
    ...[...registered].filter((route) => !listed.has(route)).map((route) => `no row for ${route}`),
    ...[...listed].filter((route) => !registered.has(route)).map((route) => `no route for ${route}`),
  ].toSorted();
}

/** An app with the credentials of its callers. */
export interface MatrixSubject {
  app: MatrixApp;
  headersOf: (caller: Caller) => Promise<Readonly<Record<string, string>>>;
  /** Headers of an editor with these desks alone. */
  headersOfDesks?: (desks: readonly Desk[]) => Promise<Readonly<Record<string, string>>>;
}

async function readMark(
  row: MatrixRow,
  caller: Caller,
  app: MatrixApp,
  credentials: Readonly<Record<string, string>>,
): Promise<string> {
  const [method = '', path = ''] = row.route.split(' ');
  const { statusCode } = await app.inject({
    method: method as 'GET',
    url: row.url?.(caller) ?? path,
    headers: {
      ...(row.payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...row.headers,
      ...credentials,
    },
    ...(row.payload === undefined ? {} : { payload: JSON.stringify(row.payload) }),
  });
  return MARKS[statusCode] ?? '+';
}

/**
 * The `allowed` that the app shows for a row.
 * @param makeSubject makes the app of an isolated row
 */
export async function readRow(
  row: MatrixRow,
  shared: MatrixSubject,
  makeSubject: () => Promise<MatrixSubject>,
): Promise<string> {
  let shown = '';
  for (const caller of CALLERS) {
    const subject = row.isIsolated === true ? await makeSubject() : shared;
    shown += await readMark(row, caller, subject.app, await subject.headersOf(caller));
    if (subject !== shared) await subject.app.close();
  }
  return shown;
}

const markOf = ({ allowed }: MatrixRow, caller: Caller): string => allowed.charAt(CALLERS.indexOf(caller));

/** Returns the rows that let editors through where customers are not, without naming the desks that this takes. */
export const rowsWithoutDesks = (rows: readonly MatrixRow[]): string[] =>
  rows
    .filter((row) => row.desks === undefined && markOf(row, 'editor') !== markOf(row, 'customer'))
    .map(({ route, target }) => `${route} (${target})`);

/** Marks of editors with one desk each, and of one without any. */
export type DeskMarks = Readonly<Record<Desk | 'none', string>>;

const CASES: readonly (Desk | 'none')[] = [...DESKS, 'none'];

/** The marks that the app shows to editors by desk. */
export async function readDeskMarks(
  row: MatrixRow,
  shared: MatrixSubject,
  makeSubject: () => Promise<MatrixSubject>,
): Promise<DeskMarks> {
  const marks: [Desk | 'none', string][] = [];
  for (const desk of CASES) {
    const subject = row.isIsolated === true ? await makeSubject() : shared;
    const headers = await subject.headersOfDesks?.(desk === 'none' ? [] : [desk]);
    if (headers === undefined) throw new Error('the subject of the matrix has no tokens of desks');
    marks.push([desk, await readMark(row, 'editor', subject.app, headers)]);
    if (subject !== shared) await subject.app.close();
  }
  return Object.fromEntries(marks) as DeskMarks;
}

/** Returns the marks of a row by desk: with one of its desks that of an administrator, else that of a customer. */
export function expectedDeskMarks(row: MatrixRow): DeskMarks {
  const isEnough = (desk: Desk | 'none'): boolean =>
    row.desks === 'staff' || (desk !== 'none' && row.desks?.includes(desk) === true);
  return Object.fromEntries(
    CASES.map((desk) => [desk, markOf(row, isEnough(desk) ? 'administrator' : 'customer')]),
  ) as DeskMarks;
}

/**
 * Row of a collection with public reads and editors' writes. Writes reject invalid tokens also where a valid one has no
 * permission.
 */
export const EDITORS_WRITE = '-----++!!!!';
export const ANYBODY_READS = '++++++++++!';
const NO_DOCUMENT = '0000000000!';
const EDITORS_WRITE_NONE = '-----00!!!!';
const NOT_ALLOWED = 'mmmmmmm!!!!';

export const EDITORS_ONLY_READ = '-----++---!';

/**
 * Returns the rows of the working copy and the revisions of a document: of one that is missing, or of a single type, that is at
 * `url`.
 */
export function historyRows(root: string, desks: readonly Desk[], url?: string): MatrixRow[] {
  const isMissing = url === undefined;
  const reads = isMissing ? '-----00---!' : EDITORS_ONLY_READ;
  const writes = isMissing ? EDITORS_WRITE_NONE : EDITORS_WRITE;
  const target = isMissing ? 'missing' : 'none';
  const base = url ?? root.replace(':id', '999999');
  const values = { payload: { data: { values: {}, base_rev: 0, tab: 'a', n: 0 } } };
  const row = (route: string, path: string, allowed: string, rest: object = {}): MatrixRow => ({
    route: `${route.split(' ')[0] ?? ''} ${root}${route.split(' ')[1] ?? ''}`,
    target,
    allowed,
    desks,
    url: () => `${base}${path}`,
    ...rest,
  });
  const none = { target: 'missing' as const };
  return [
    row('GET /working-copy', '/working-copy', reads),
    row('PUT /working-copy', '/working-copy', writes, { ...values, headers: { 'if-match': '*' } }),
    row('POST /working-copy/values', '/working-copy/values', writes, { payload: { data: { values: {} } } }),
    row('DELETE /working-copy', '/working-copy', writes),
    row('GET /revisions', '/revisions', reads),
    row('POST /revisions', '/revisions', writes, values),
    row('GET /revisions/:rev', '/revisions/9', '-----00---!', none),
    row('PUT /revisions/:rev', '/revisions/9', EDITORS_WRITE_NONE, { ...none, payload: { data: {} } }),
    row('POST /revisions/:rev/restore', '/revisions/9/restore', EDITORS_WRITE_NONE, none),
  ];
}

/** Returns the rows of the trash of a collection, which holds nothing. */
export const trashRows = (plural: string, desks: readonly Desk[]): MatrixRow[] => [
  { route: `GET /api/${plural}/trash`, target: 'none', allowed: EDITORS_ONLY_READ, desks },
  {
    route: `POST /api/${plural}/trash/:id/restore`,
    target: 'missing',
    allowed: EDITORS_WRITE_NONE,
    desks,
    url: () => `/api/${plural}/trash/999999/restore`,
  },
  // For ever: administrators alone.
  {
    route: `DELETE /api/${plural}/trash/:id`,
    target: 'missing',
    allowed: '------0!!!!',
    url: () => `/api/${plural}/trash/999999`,
  },
];

/** Returns the rows of the jobs of a service, which has none. `preview` is of one that each of these desks may begin. */
export function jobRows(
  root: string,
  desks: readonly Desk[],
  preview: object,
  writers: readonly Desk[] = desks,
): MatrixRow[] {
  const payload = { data: { key: 'a-job-of-the-matrix', ...preview } };
  const key = 'no-job-has-this-key';
  const missing = (route: string, allowed: string): MatrixRow => ({
    route,
    target: 'missing',
    allowed,
    desks,
    url: () => (route.split(' ')[1] ?? '').replace(':key', key),
  });
  return [
    {
      route: `POST ${root}`,
      target: 'none',
      allowed: EDITORS_WRITE,
      desks: writers,
      payload,
      isIsolated: true,
    },
    {
      route: `POST ${root}/preview`,
      target: 'none',
      allowed: EDITORS_WRITE,
      desks: writers,
      payload: { data: preview },
    },
    { route: `GET ${root}`, target: 'none', allowed: '-----++!!!!', desks },
    missing(`GET ${root}/:key`, EDITORS_WRITE_NONE),
    missing(`GET ${root}/:key/rows`, EDITORS_WRITE_NONE),
    missing(`POST ${root}/:key/cancel`, EDITORS_WRITE_NONE),
    missing(`POST ${root}/:key/undo`, EDITORS_WRITE_NONE),
  ];
}

/** Returns the rows of a collection that editors of these desks write; `replaced` says what is different in it. */
export function contentRows(
  plural: string,
  desks: readonly Desk[],
  replaced: readonly MatrixRow[] = [],
): MatrixRow[] {
  const root = `/api/${plural}`;
  const one = `${root}/:id`;
  const missing = (): string => `${root}/999999`;
  const body = { payload: { data: {} } };
  const rows: MatrixRow[] = [
    { route: `GET ${root}`, target: 'none', allowed: ANYBODY_READS },
    { route: `GET ${one}`, target: 'missing', allowed: NO_DOCUMENT, url: missing },
    { route: `POST ${root}`, target: 'none', allowed: EDITORS_WRITE, desks, ...body },
    { route: `PUT ${one}`, target: 'missing', allowed: EDITORS_WRITE_NONE, desks, url: missing, ...body },
    { route: `DELETE ${one}`, target: 'missing', allowed: EDITORS_WRITE_NONE, desks, url: missing },
    ...['PUT', 'PATCH', 'DELETE'].map((method): MatrixRow => ({
      route: `${method} ${root}`,
      target: 'none',
      allowed: NOT_ALLOWED,
    })),
    ...['POST', 'PATCH'].map((method): MatrixRow => ({
      route: `${method} ${one}`,
      target: 'none',
      allowed: NOT_ALLOWED,
    })),
    ...historyRows(one, desks),
  ];
  const isReplaced = (row: MatrixRow): boolean =>
    replaced.some(({ route, target }) => route === row.route && target === row.target);
  return [...rows.filter((row) => !isReplaced(row)), ...replaced];
}
