import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface ContractCase {
  readonly section: string;
  readonly name: string;
  readonly method: Method;
  /** Path as sent: characters that are not allowed in a request line are percent-encoded. */
  readonly path: string;
  readonly body?: string;
  /** Content type of the body; JSON where absent. */
  readonly bodyType?: string;
  /**
   * Sender of the request, if not the default: an editor for writes, an anonymous visitor for reads. A customer is the
   * account that the last login or registration of the sequence got a token for.
   */
  readonly as?: 'visitor' | 'stale' | 'customer' | 'administrator';
  /** Status until which the request is repeated; the first response with it counts. */
  readonly until?: number;
  /**
   * Number in docs/differences.md, when the query alone does not determine it; with a letter, in
   * docs/differences-accounts.md (A), -carts.md (C) or -notify.md (N).
   */
  readonly difference?: number | string;
}

const GROUP = /<<((?:(?!>>).)*)>>/g;
const LIST = /<<<(list|repeat) (\S+) (\d+)>>>/g;
const REQUEST = /^(?:(GET|HEAD|POST|PUT|PATCH|DELETE) )?(\/.*?)(?: (\{.*|\[.*|".*|=.*))?$/s;

/** `<<<list KEY N>>>` becomes KEY[0]=1&…, `<<<repeat KEY N>>>` KEY=1&KEY=2&…. */
function expandLists(text: string): string {
  return text.replace(LIST, (_all, kind: string, key: string, count: string) =>
    Array.from({ length: Number(count) }, (_, i) => `${key}${kind === 'list' ? `[${i}]` : ''}=${i + 1}`).join(
      '&',
    ),
  );
}

/**
 * Expands a line: `<<a|b>>` groups with the same number of alternatives are expanded in parallel, groups with
 * different numbers are combined.
 */
export function expand(name: string, request: string): { name: string; request: string }[] {
  const alternatives = (text: string): string[][] =>
    [...text.matchAll(GROUP)].map(([, list = '']) => list.split('|'));
  const sizes = [...new Set(alternatives(request).map(({ length }) => length))];
  let picks: Map<number, number>[] = [new Map()];
  for (const size of sizes) {
    picks = picks.flatMap((pick) =>
      Array.from({ length: size }, (_, index) => new Map(pick).set(size, index)),
    );
  }
  return picks.map((pick) => {
    const fill = (text: string): string =>
      text.replace(GROUP, (_all, list: string) => {
        const values = list.split('|');
        return values[pick.get(values.length) ?? 0] ?? '';
      });
    const named = new Set(alternatives(name).map(({ length }) => length));
    const unnamed = alternatives(request).filter(({ length }) => !named.has(length));
    const suffix = [
      ...new Map(unnamed.map((values) => [values.length, values[pick.get(values.length) ?? 0]])).values(),
    ];
    return { name: [fill(name), ...suffix].join(', '), request: fill(request) };
  });
}

/** Percent-encodes only characters that are not allowed in a request line. */
export function wirePath(path: string): string {
  return path.replace(/[^!$-;=?-Z[\]_a-z|~}{^`]/gu, (character) => encodeURIComponent(character));
}

function toCase(section: string, label: string, request: string): ContractCase {
  const [, number, as, until, name = label] =
    /^(?:~([ACN]?\d+) )?(?:\((visitor|stale|customer|administrator)\) )?(?:until (\d+): )?(.*)$/s.exec(
      label,
    ) ?? [];
  const [, method = 'GET', path, rest] = REQUEST.exec(request) ?? [];
  if (path === undefined) throw new Error(`Not a request: ${request}`);
  const form = rest?.startsWith('=') === true;
  return {
    section,
    name,
    method: method as Method,
    path: wirePath(path),
    ...(rest !== undefined && { body: form ? rest.slice(1) : rest }),
    ...(form && { bodyType: 'application/x-www-form-urlencoded' }),
    ...(as !== undefined && { as: as as NonNullable<ContractCase['as']> }),
    ...(until !== undefined && { until: Number(until) }),
    ...(number !== undefined && { difference: /^\d/.test(number) ? Number(number) : number }),
  };
}

/**
 * Parses the lines of a case file: `# section`,
 * `[~difference] [(visitor|stale|customer|administrator)] [until STATUS:] name | [METHOD] /path [body]`. Blank lines and
 * `//` lines are skipped.
 */
export function parseCases(text: string): ContractCase[] {
  let section = '';
  const cases: ContractCase[] = [];
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('//')) continue;
    if (line.startsWith('# ')) {
      section = line.slice(2);
      continue;
    }
    const cut = line.indexOf(' | ');
    if (cut < 0) throw new Error(`A case needs "name | request": ${line}`);
    const request = expandLists(line.slice(cut + 3));
    for (const made of expand(line.slice(0, cut), request))
      cases.push(toCase(section, made.name, made.request));
  }
  return cases;
}

const folder = join(import.meta.dirname, 'cases');

/** Returns every case of one file, with names made unique by a counter. */
export function readCases(file: string): ContractCase[] {
  const seen = new Map<string, number>();
  return parseCases(readFileSync(join(folder, file), 'utf8')).map((one) => {
    const key = `${one.section}/${one.name}`;
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    return times === 1 ? one : { ...one, name: `${one.name} (${times})` };
  });
}

export function caseFiles(): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.txt'))
    .sort();
}
