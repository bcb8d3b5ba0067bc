import type { BrowserContext, Route } from 'playwright-core';
import { stateOf, TRANSITIONS, type TransitionName, transitionsFrom } from '@vidhi/contracts/post-states.ts';

// One article of the content API as its page in the console calls it, in memory, with the states of the newsroom.

type Values = Record<string, unknown>;

export interface FakeNewsroom {
  /** The stored article. */
  attributes: Values;
  copy: { seq: number; values: Values } | null;
  /** Links to previews. */
  previews: Values[];
  /** Moves and saves, in order, with what they sent. */
  writes: { call: string; data: unknown }[];
}

const SENTENCES = [
  'The bench held that a hearing is a part of the decision.',
  'Counsel argued that the statute gives a discretion.',
  'The matter goes back to the authority.',
  'Advocates will find the table of earlier authorities useful.',
];
const textOf = (first: string): string =>
  [first, ...SENTENCES].map((sentence) => `<p>${sentence}</p>`).join('');

/** Former states, the oldest first. */
const FIRST_SENTENCES = Array.from({ length: 12 }, (_one, at) =>
  at < 6 ? `The court granted bail in matter ${at + 1}.` : `The High Court refused bail in matter ${at + 1}.`,
);
const MEENA = { id: 10, name: 'Meena Rao' };

const revisionOf = (at: number, count: number) => ({
  rev: String(at + 1),
  at: new Date(Date.UTC(2026, 10, 1 + at, 6, 30)).toISOString(),
  by: MEENA,
  kind: at === 0 ? 'create' : 'save',
  name: at === 2 ? 'As submitted' : null,
  note: null,
  changed: ['content'],
  current: at === count - 1,
});

const relations = () => ({
  categories: { data: [{ id: 1, attributes: { name: 'Tax', slug: 'tax' } }] },
  tags: { data: [] },
  image: { data: null },
});

/** Responds to the calls of `/console/posts/41` and of its history. */
export async function fakeNewsroom(context: BrowserContext, values: Values = {}): Promise<FakeNewsroom> {
  const fake: FakeNewsroom = {
    attributes: {
      title: 'Bail and the right to be heard',
      slug: 'bail-and-hearing',
      content: textOf(FIRST_SENTENCES.at(-1) ?? ''),
      publishedAt: null,
      ...values,
    },
    copy: null,
    previews: [],
    writes: [],
  };
  let [rev, seq] = [FIRST_SENTENCES.length, 0];
  const entity = () => ({ data: { id: 41, attributes: { ...fake.attributes, ...relations() } }, meta: {} });
  const respond = (route: Route, json: unknown, headers: Record<string, string> = {}, status = 200) =>
    route.fulfill({ json, headers, status });
  const reject = (route: Route, status: number, message: string, details: object) =>
    respond(route, { data: null, error: { status, name: 'Error', message, details } }, {}, status);

  const move = async (route: Route, name: TransitionName, data: Values, usesCopy: boolean): Promise<void> => {
    const state = stateOf(fake.attributes, new Date());
    if (!(TRANSITIONS[name].from as readonly string[]).includes(state))
      return reject(route, 409, 'Conflict', { state, allowed: transitionsFrom(state) });
    if (usesCopy) Object.assign(fake.attributes, fake.copy?.values);
    if (usesCopy) fake.copy = null;
    const { to } = TRANSITIONS[name];
    const isStage = to === 'in_review' || to === 'changes_requested' || to === 'approved';
    Object.assign(fake.attributes, {
      publishedAt: name === 'publish' ? new Date().toISOString() : name === 'schedule' ? data['at'] : null,
      stage: isStage ? to : null,
      archived_at: to === 'archived' ? new Date().toISOString() : null,
    });
    rev += 1;
    return respond(route, entity(), { etag: `"e${rev}"` });
  };

  await context.route(/\/api\/posts\/41(?:[/?]|$)/, async (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    const [, part = '', of = ''] = /\/41(?:\/([\w-]+))?(?:\/(.+))?$/.exec(pathname) ?? [];
    const method = request.method();
    const { data = {} } = (request.postDataJSON() ?? {}) as { data?: Values };
    if (part === 'presence') {
      const { publishedAt = null, stage = null, archived_at = null } = fake.attributes;
      const article = { publishedAt, stage, archived_at, is_withheld: false, moved_by: '' };
      return respond(route, { data: { others: [], writer: null, article } });
    }
    if (part === 'comments') return respond(route, { data: [] });
    if (method !== 'GET' && part !== 'working-copy')
      fake.writes.push({ call: `${method} ${pathname}`, data });
    if (part === 'working-copy') {
      if (method === 'PUT') fake.copy = { seq: (seq += 1), values: data['values'] as Values };
      if (method === 'DELETE') fake.copy = null;
      const shown =
        fake.copy === null
          ? null
          : { ...fake.copy, base_rev: rev, by: MEENA, at: new Date().toISOString(), tab: 'a' };
      return respond(route, { data: shown }, { etag: `"w${seq}"` });
    }
    if (part === 'previews') {
      if (method === 'DELETE') fake.previews = fake.previews.filter(({ id }) => id !== of);
      if (method === 'POST')
        fake.previews.push({
          id: `link-${fake.previews.length + 1}`,
          label: data['label'] || null,
          by: MEENA,
          created_at: new Date().toISOString(),
          expires_at: '2099-01-01T04:30:00.000Z',
          opened_at: null,
        });
      const url = new URL(`/preview/${'A'.repeat(43)}`, request.url()).href;
      const [last] = fake.previews.slice(-1);
      return respond(route, { data: method === 'POST' ? { ...last, url } : fake.previews });
    }
    if (part === 'corrections') {
      const corrections = (fake.attributes['corrections'] ?? []) as Values[];
      fake.attributes['corrections'] =
        of === ''
          ? [...corrections, { id: corrections.length + 1, corrected_at: new Date().toISOString(), ...data }]
          : corrections.filter(({ id }) => id !== Number.parseInt(of, 10));
      rev += 1;
      return respond(route, entity(), { etag: `"e${rev}"` });
    }
    if (part === 'revisions' && of.endsWith('/restore')) {
      const at = Number(of.split('/')[0]) - 1;
      fake.copy = { seq: (seq += 1), values: { content: textOf(FIRST_SENTENCES[at] ?? '') } };
      return respond(route, { data: { seq } }, { etag: `"w${seq}"` });
    }
    if (part === 'revisions' && of !== '') {
      const content = textOf(FIRST_SENTENCES[Number(of) - 1] ?? '');
      return respond(route, { data: { values: { ...fake.attributes, content } } });
    }
    if (part === 'revisions') {
      const count = FIRST_SENTENCES.length;
      const all = FIRST_SENTENCES.map((_one, at) => revisionOf(at, count)).toReversed();
      return respond(route, { data: all, meta: { pagination: { total: count } } });
    }
    if (part !== '') {
      const usesCopy = request.headers()['x-working-copy'] !== undefined;
      return move(route, part as TransitionName, data, usesCopy);
    }
    if (method === 'PUT') {
      Object.assign(fake.attributes, data);
      rev += 1;
    }
    return respond(route, entity(), { etag: `"e${rev}"` });
  });
  await context.route(/\/api\/posts\?/, (route) => respond(route, { data: [], meta: {} }));
  await context.route(/\/api\/site-options(?:\?|$)/, (route) =>
    respond(route, { data: { id: 1, attributes: {} } }),
  );
  await context.route('**/api/staff/newsroom', (route) =>
    respond(route, { data: [{ ...MEENA, desks: ['news', 'publish'] }] }),
  );
  return fake;
}
