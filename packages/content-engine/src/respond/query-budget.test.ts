import { describe, expect, it, vi } from 'vitest';
import { respondList } from './content-query.ts';
import { aCategory, aPost, loadSite } from '../testing/small-site.ts';
import { COMPARISON, QUERY_BUDGET } from '../query/query-budget.ts';
import type { ReadModel } from '../model/read-model.ts';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

/** Every post in every category. */
const aDenseSite = (posts: number, categories: number): ReadModel =>
  loadSite({
    category: numbers(categories).map((id) => aCategory({ id })),
    post: numbers(posts).map((id) => aPost({ id, categories: numbers(categories) })),
  });

const refusal = (what: string): unknown =>
  expect.objectContaining({ status: 400, message: `The query costs too much: ${what}` });

describe('a sort through relations', () => {
  const model = aDenseSite(20, 3);

  it.each([
    'sort=categories.posts.categories.posts.title',
    'sort[categories][posts][categories][posts][title]=asc',
    'populate[categories][sort]=posts.categories.posts.categories.name',
    `sort=${'categories.posts.'.repeat(13)}nope`,
  ])('is refused beyond three of them: %s', (raw) => {
    expect(() => respondList(model, 'post', raw, 'public')).toThrow(
      refusal('sort goes through too many relations'),
    );
  });

  it.each(['sort=categories.posts.title', 'populate[categories][sort]=posts.title'])(
    'looks at the posts of each category once: %s',
    (raw) => {
      const sourcesOf = vi.spyOn(model.store('post'), 'sourcesOf');
      respondList(model, 'post', raw, 'public');
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
  ])('is refused where there is too much of it: %s?%s', (name, raw) => {
    expect(() => respondList(model, name, `fields=id&${raw}`, 'public')).toThrow(
      refusal('too much text to search'),
    );
  });

  it('counts the text once for each key', () => {
    const half = loadSite({ post: numbers(5).map((id) => aPost({ id, content })) });
    const ask = (sort: string) => () => respondList(half, 'post', `fields=id&sort=${sort}`, 'public');
    expect(ask('title,content')).not.toThrow();
    expect(ask('content,content:desc')).toThrow(refusal('too much text to search'));
  });
});

describe('a search in long texts', () => {
  const content = 'x'.repeat(1_000_000);
  const model = loadSite({
    category: numbers(8).map((id) => aCategory({ id })),
    post: numbers(20).map((id) => aPost({ id, content, categories: numbers(8) })),
  });
  const ask = (name: string, raw: string) => () => respondList(model, name, `fields=id&${raw}`, 'public');
  const any = (count: number): string =>
    numbers(count)
      .map((at) => `filters[$or][${at - 1}][content][$contains]=nowhere${at}`)
      .join('&');

  it('reads so much of them in all, however often it reads each', () => {
    expect(ask('post', any(6))).not.toThrow();
    expect(ask('post', any(7))).toThrow(refusal('too much text to search'));
  });

  it('counts those of populated documents, each time that they are looked at', () => {
    const related = 'populate[posts][fields]=id&populate[posts][filters][content][$contains]=nowhere';
    expect(ask('category', `pagination[pageSize]=6&${related}`)).not.toThrow();
    expect(ask('category', `pagination[pageSize]=7&${related}`)).toThrow(refusal('too much text to search'));
  });

  it('reads none to know whether there is one', () => {
    const read = vi.spyOn(model.longTexts, 'read');
    ask('post', 'filters[content][$notNull]=true')();
    ask('post', 'filters[content][$null]=true')();
    expect(read).not.toHaveBeenCalled();
    read.mockRestore();
  });
});

describe('a search in many short texts', () => {
  const title = 'x'.repeat(40_000);
  const model = loadSite({ post: numbers(40).map((id) => aPost({ id, title })) });
  const none = (count: number): string =>
    numbers(count)
      .map((at) => `filters[$and][${at - 1}][title][$notContains]=nowhere${at}`)
      .join('&');

  it('looks into so much text in all', () => {
    const ask = (count: number) => () => respondList(model, 'post', `fields=id&${none(count)}`, 'public');
    expect(ask(80)).not.toThrow();
    expect(ask(85)).toThrow(refusal('too much text to search'));
  });
});

describe('many conditions on many documents', () => {
  const COUNT = 1_000;
  const conditions = (count: number, column: string): string =>
    numbers(count)
      .map((at) => `filters[$and][${at - 1}][${column}][$ne]=${-at}`)
      .join('&');
  /** With less to spend than there is, so that fewer documents exhaust it. */
  const withBudget = (searchedText: number, ask: () => unknown): void => {
    const { searchedText: usual } = QUERY_BUDGET;
    QUERY_BUDGET.searchedText = searchedText;
    try {
      ask();
    } finally {
      QUERY_BUDGET.searchedText = usual;
    }
  };
  const TOO_MANY = refusal('too many conditions on too many documents');
  const model = loadSite({
    category: [aCategory({ id: 1 })],
    post: numbers(COUNT).map((id) => aPost({ id, categories: [1] })),
  });
  const ask = (name: string, raw: string) => () => respondList(model, name, `fields=id&${raw}`, 'public');

  it('are tested so often in all', () => {
    const budget = 100 * COUNT * COMPARISON;
    expect(() => withBudget(budget, ask('post', conditions(100, 'id')))).not.toThrow();
    expect(() => withBudget(budget, ask('post', conditions(101, 'id')))).toThrow(TOO_MANY);
  });

  it('are decided once for each value of a column that has few, and then cost a sixteenth', () => {
    const budget = (10 * COUNT + 160) * COMPARISON;
    expect(() => withBudget(budget, ask('post', conditions(160, 'views_count')))).not.toThrow();
    expect(() => withBudget(budget, ask('post', conditions(161, 'views_count')))).toThrow(TOO_MANY);
  });

  it('cost nothing for documents that have failed one before', () => {
    const first = 'filters[$and][0][id][$gt]=999999';
    const rest = conditions(100, 'id').replaceAll(/\$and\]\[(\d+)/g, (_all, at) => `$and][${Number(at) + 1}`);
    expect(() => withBudget(COUNT * COMPARISON, ask('post', `${first}&${rest}`))).not.toThrow();
  });

  it('are counted for populated documents too', () => {
    const related = conditions(10, 'id').replaceAll('filters', 'populate[posts][filters]');
    expect(() => withBudget(10 * COUNT * COMPARISON, ask('category', related))).not.toThrow();
    expect(() => withBudget(9 * COUNT * COMPARISON, ask('category', related))).toThrow(TOO_MANY);
  });

  it('are counted through relations', () => {
    const related = conditions(20, 'categories][id');
    expect(() =>
      withBudget(20 * 2 * COUNT * COMPARISON + 400 * COMPARISON, ask('post', related)),
    ).not.toThrow();
    expect(() => withBudget(10 * COUNT * COMPARISON, ask('post', related))).toThrow(TOO_MANY);
  });
});

describe('populate', () => {
  const related = 'pagination[pageSize]=4&populate[posts][populate][categories][populate][posts]';

  // 4 categories × 260 posts × 4 categories × 260 posts, of which 5 200 documents are written at the most.
  it.each([
    ['counts', `${related}[count]=true`],
    ['leaves out by a filter', `${related}[filters][id]=0`],
  ])('is refused when it looks at too many documents that it %s', (_, raw) => {
    expect(() => respondList(aDenseSite(260, 4), 'category', raw, 'public')).toThrow(
      refusal('too many related documents'),
    );
  });

  it('starts anew with each answer', () => {
    const model = aDenseSite(150, 4);
    const ask = (): Buffer => respondList(model, 'category', `${related}[count]=true`, 'public');
    const first = ask();
    for (const answer of [ask(), ask(), ask()]) expect(answer.equals(first)).toBe(true);
  });
});
