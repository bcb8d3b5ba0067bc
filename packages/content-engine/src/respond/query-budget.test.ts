import { describe, expect, it, vi } from 'vitest';
import { respondList } from './list.ts';
import { aCategory, aPost, loadSite } from '../testing/small-site.ts';
import { COST, COST_LIMITS, QueryCost } from '../query/query-cost.ts';
import type { ReadModel } from '../model/read-model.ts';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

/** Creates a site in which every post is in every category. */
const aDenseSite = (posts: number, categories: number): ReadModel =>
  loadSite({
    category: numbers(categories).map((id) => aCategory({ id })),
    post: numbers(posts).map((id) => aPost({ id, categories: numbers(categories) })),
  });

/** Disables the deadline, which a slow machine reaches before the budget. */
const UNTIMED = { clock: () => 0 };
const respondUntimed = (model: ReadModel, name: string, raw: string): Buffer =>
  respondList(model, name, raw, 'public', undefined, new QueryCost(UNTIMED));

/** Returns the units that an accepted query is charged. */
function spent(model: ReadModel, name: string, raw: string, limit?: number): number {
  const cost = new QueryCost(limit === undefined ? UNTIMED : { ...UNTIMED, limit });
  respondList(model, name, raw, 'public', undefined, cost);
  return cost.spent;
}

const overBudgetError = (what: string): unknown =>
  expect.objectContaining({ status: 400, message: `The query costs too much: ${what}` });

describe('a sort through relations', () => {
  const model = aDenseSite(20, 3);

  it.each([
    'sort=categories.posts.categories.posts.title',
    'sort[categories][posts][categories][posts][title]=asc',
    'populate[categories][sort]=posts.categories.posts.categories.name',
    `sort=${'categories.posts.'.repeat(13)}nope`,
  ])('is rejected beyond three relations: %s', (raw) => {
    expect(() => respondUntimed(model, 'post', raw)).toThrow(
      overBudgetError('sort goes through too many relations'),
    );
  });

  it.each(['sort=categories.posts.title', 'populate[categories][sort]=posts.title'])(
    'reads the posts of each category once: %s',
    (raw) => {
      const sourcesOf = vi.spyOn(model.store('post'), 'sourcesOf');
      respondUntimed(model, 'post', raw);
      expect(sourcesOf).toHaveBeenCalledTimes(3);
      sourcesOf.mockRestore();
    },
  );
});

describe('a sort by a long text', () => {
  const content = 'x'.repeat(9_000_000);
  const model = loadSite({
    category: [aCategory({ id: 1 }), aCategory({ id: 2 })],
    post: numbers(8).map((id) => aPost({ id, content, categories: [1] })),
  });

  it.each([
    ['post', 'sort=content'],
    ['post', 'filters[id][$in]=1&sort=title,content:desc'],
    ['category', 'sort=posts.content'],
    ['category', 'populate[posts][sort]=content&populate[posts][fields]=id'],
    ['category', 'populate[posts][sort]=content&populate[posts][fields]=id&populate[posts][limit]=1'],
  ])('is rejected when the text is too long: %s?%s', (name, raw) => {
    expect(() => respondUntimed(model, name, `fields=id&${raw}`)).toThrow(
      overBudgetError('too much text to search'),
    );
  });

  it('charges the text once for each sort key', () => {
    const half = loadSite({
      post: numbers(5).map((id) => aPost({ id, content: content.slice(0, 1_000_000) })),
    });
    const respond = (sort: string) => () => respondUntimed(half, 'post', `fields=id&sort=${sort}`);
    expect(respond('title,content')).not.toThrow();
    expect(respond('content,content:desc')).toThrow(overBudgetError('too much text to search'));
  });

  it('reads the texts once per version of the collection', () => {
    const short = loadSite({
      category: numbers(4).map((id) => aCategory({ id })),
      post: numbers(5).map((id) => aPost({ id, categories: numbers(4) })),
    });
    const respond = (): Buffer =>
      respondUntimed(short, 'category', 'populate[posts][sort]=content:desc&populate[posts][fields]=id');
    const read = vi.spyOn(short.store('post'), 'value');
    const first = respond();
    expect(respond().equals(first)).toBe(true);
    expect(read).toHaveBeenCalledTimes(5);
    short.upsert('post', aPost({ id: 5, content: 'zzz', categories: [1] }));
    expect(JSON.parse(respond().toString()).data[0].attributes.posts.data[0].id).toBe(5);
    read.mockRestore();
  });
});

describe('a search in long texts', () => {
  const aSite = (length: number): ReadModel =>
    loadSite({
      category: numbers(8).map((id) => aCategory({ id })),
      post: numbers(20).map((id) => aPost({ id, content: 'x'.repeat(length), categories: numbers(8) })),
    });
  const model = aSite(300_000);
  const respond =
    (name: string, raw: string, site = model) =>
    () =>
      respondUntimed(site, name, `fields=id&${raw}`);
  const any = (count: number): string =>
    numbers(count)
      .map((at) => `filters[$or][${at - 1}][content][$contains]=nowhere${at}`)
      .join('&');
  const related = 'populate[posts][fields]=id&populate[posts][filters][content][$contains]=nowhere';

  it('limits the total text that is read, including repeated reads', () => {
    expect(respond('post', any(2))).not.toThrow();
    expect(respond('post', any(3))).toThrow(overBudgetError('too much text to search'));
  });

  it('reads the texts of populated documents once, however many documents link to them', () => {
    const read = vi.spyOn(model.longTexts, 'read');
    respond('category', related)();
    expect(read).toHaveBeenCalledTimes(20);
    read.mockRestore();
  });

  it('is rejected inside populate before any text is read', () => {
    const large = aSite(600_000);
    const read = vi.spyOn(large.longTexts, 'read');
    expect(respond('category', related, large)).toThrow(overBudgetError('too much text to search'));
    expect(respond('category', related.replaceAll('posts]', 'children][populate][posts]'), large)).toThrow(
      overBudgetError('too much text to search'),
    );
    expect(read).not.toHaveBeenCalled();
    read.mockRestore();
  });

  it('reads no text for $null', () => {
    const read = vi.spyOn(model.longTexts, 'read');
    respond('post', 'filters[content][$notNull]=true')();
    respond('post', 'filters[content][$null]=true')();
    expect(read).not.toHaveBeenCalled();
    read.mockRestore();
  });
});

describe('a search in many short texts', () => {
  const title = 'x'.repeat(40_000);
  const model = loadSite({
    category: [aCategory({ id: 1 })],
    post: numbers(40).map((id) => aPost({ id, title, categories: [1] })),
  });
  const none = (count: number): string =>
    numbers(count)
      .map((at) => `populate[posts][filters][$and][${at - 1}][title][$notContains]=nowhere${at}`)
      .join('&');

  it('limits the total text that is searched', () => {
    const respond = (count: number) => () => respondUntimed(model, 'category', `fields=id&${none(count)}`);
    expect(respond(5)).not.toThrow();
    expect(respond(11)).toThrow(overBudgetError('too much text to search'));
  });
});

describe('many conditions on many documents', () => {
  const COUNT = 1_000;
  const conditions = (count: number, column: string, from = 0): string =>
    numbers(count)
      .map((at) => `filters[$and][${at - 1 + from}][${column}][$ne]=${-at}`)
      .join('&');
  const model = loadSite({
    category: [aCategory({ id: 1 })],
    post: numbers(COUNT).map((id) => aPost({ id, categories: [1] })),
  });
  const cost = (raw: string, name = 'post'): number => spent(model, name, `fields=id&${raw}`);
  const EACH = COUNT * COST.value;

  it('are charged for every document that matches all preceding conditions', () => {
    expect(cost(conditions(101, 'id')) - cost(conditions(100, 'id'))).toBeGreaterThanOrEqual(EACH);
    const none = 'filters[$and][0][id][$gt]=999999';
    expect(cost(`${none}&${conditions(100, 'id', 1)}`)).toBeLessThan(4 * EACH);
  });

  it('are evaluated once per distinct value of a dictionary-encoded column', () => {
    cost(conditions(1, 'views_count'));
    expect(cost(conditions(161, 'views_count')) - cost(conditions(160, 'views_count'))).toBeLessThan(EACH);
  });

  it('search many distinct values through the substring index, without testing each', () => {
    const titles = loadSite({
      post: numbers(COUNT).map((id) => aPost({ id, title: id === 7 ? 'Seventh amendment' : `Post ${id}` })),
    });
    const search = 'fields=id&filters[title][$containsi]=amend';
    spent(titles, 'post', search);
    expect(spent(titles, 'post', search)).toBeLessThan(COUNT * COST.text);
  });

  it('are charged for populated documents, and through relations', () => {
    const related = conditions(10, 'id').replaceAll('filters', 'populate[posts][filters]');
    expect(cost(related, 'category')).toBeGreaterThanOrEqual(10 * EACH);
    expect(cost(conditions(20, 'categories][id'))).toBeGreaterThanOrEqual(20 * COUNT * COST.document);
  });

  it('are rejected beyond the limit', () => {
    const raw = `fields=id&${conditions(40, 'id')}`;
    const units = spent(model, 'post', raw);
    expect(() => spent(model, 'post', raw, 2 * units)).not.toThrow();
    expect(() => spent(model, 'post', `${raw}&sort=title`, 30 * EACH)).toThrow(
      overBudgetError('too many conditions on too many documents'),
    );
  });
});

describe('populate', () => {
  const related = 'pagination[pageSize]=4&populate[posts][populate][categories][populate][posts]';
  // 4 categories × 260 posts × 4 categories × 260 posts.
  const model = aDenseSite(260, 4);

  it('counts without reading or sorting the documents', () => {
    const find = vi.spyOn(model.store('post'), 'find');
    const raw = 'populate[posts][count]=true&populate[posts][sort]=title';
    const { data } = JSON.parse(respondUntimed(model, 'category', raw).toString());
    expect(data[0].attributes.posts.data.attributes.count).toBe(260);
    expect(find).not.toHaveBeenCalled();
    find.mockRestore();
  });

  it.each([
    ['counts', `${related}[count]=true`],
    ['leaves out by a filter', `${related}[filters][id]=0`],
  ])(
    'reads the documents of a parent once when it %s them, however many documents link to the parent',
    (_, raw) => {
      const sources = vi.spyOn(model.store('post'), 'sourcesOf');
      respondUntimed(model, 'category', raw);
      expect(sources.mock.calls.length).toBeLessThan(5_000);
      expect(spent(model, 'category', raw)).toBeLessThan(COST_LIMITS.units / 2);
      sources.mockRestore();
    },
  );

  it('is rejected beyond the limit of links', () => {
    const raw = 'populate[posts][fields]=id';
    expect(() => spent(model, 'category', raw, 260 * COST.link)).toThrow(
      overBudgetError('too many related documents'),
    );
  });

  it('is charged per response', () => {
    const respond = (): Buffer => respondUntimed(model, 'category', `${related}[count]=true`);
    const first = respond();
    for (const response of [respond(), respond(), respond()]) expect(response.equals(first)).toBe(true);
  });
});

describe('the deadline of a query', () => {
  it('aborts a running query with 503', () => {
    let now = 1;
    const cost = new QueryCost({ clock: () => now });
    cost.charge(COST_LIMITS.units / 2, 'anything');
    now += COST_LIMITS.deadlineMs + 1;
    expect(() => cost.charge(COST_LIMITS.units / 4, 'anything')).toThrow(
      expect.objectContaining({ status: 503, retryAfterSeconds: 1 }),
    );
  });

  it('reads the clock only once in many steps', () => {
    const clock = vi.fn(() => 0);
    const cost = new QueryCost({ clock });
    for (let at = 0; at < 1_000; at += 1) cost.charge(10, 'anything');
    expect(clock).not.toHaveBeenCalled();
  });
});
