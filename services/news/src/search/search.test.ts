import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { aNewsApp, aPost, aSubject, type TestApp } from '../app-builder.ts';

const { cases } = JSON.parse(readFileSync(join(import.meta.dirname, 'search-cases.json'), 'utf8')) as {
  cases: { id: string; title: string; query: string }[];
};

let made: TestApp;
afterEach(async () => made.app.close());

interface Found {
  data: { id: number; attributes: { title: string } }[];
  meta: {
    pagination: { page: number; pageSize: number; pageCount: number; total: number };
    search: {
      isComplete: boolean;
      correction: { text: string; total: number } | null;
      shorter: { text: string; total: number }[];
      subjects: { kind: string; id: number; name: string; slug: string | null }[];
      matches: {
        id: number;
        title: number[][];
        excerpt: { text: string; marks: number[][] } | null;
        names: string[];
      }[];
    };
  };
}

const search = async (query: string, rest = ''): Promise<Found> => {
  const response = await made.app.inject(`/api/posts/search?q=${encodeURIComponent(query)}${rest}`);
  expect(response.statusCode).toBe(200);
  return response.json<Found>();
};
const idsOf = ({ data }: Found): number[] => data.map(({ id }) => id);
const day = (number: number): string => `2026-10-${String(number).padStart(2, '0')}T10:00:00.000Z`;
const titled = (titles: readonly string[]) =>
  titles.map((title, at) => aPost(at + 1, { title, content: '' }));

describe('the search finds what a reader sees', () => {
  it.each(cases)('$id: $query', async ({ query }) => {
    made = await aNewsApp({ documents: { post: titled(cases.map(({ title }) => title)) } });
    const wanted = cases.find((one) => one.query === query)?.title;
    expect((await search(query, '&fields=title')).data.map(({ attributes }) => attributes.title)).toContain(
      wanted,
    );
    const suggested = (await made.app.inject(`/api/suggest?q=${encodeURIComponent(query)}`)).json();
    expect(suggested.data.posts.map(({ label }: { label: string }) => label)).toContain(wanted);
  });

  it.each([
    ['Kesavananda vs. State', 'Kesavananda v. State'],
    ['kesavananda versus state', 'Kesavananda v. State'],
    ['sec 187', 'Section 187 explained'],
    ['s. 187', 'Section 187 explained'],
    ['S.187', 'Section 187 explained'],
    ['s187', 'Section 187 explained'],
    ['A. I. R. 1973 S. C. 1461', 'AIR 1973 SC 1461 at fifty'],
    ['a.i.r. 1973 s.c. 1461', 'AIR 1973 SC 1461 at fifty'],
    ['AIR 1973 S.C 1461', 'AIR 1973 SC 1461 at fifty'],
    ['AIR 1973 SC 1461', 'A. I. R. 1973 S. C. 1461 revisited'],
    ['A.K. Gopalan', 'A. K. Gopalan and the Constitution'],
    ['cooperative society', 'Audit of a co-operative society'],
    ['eway bill', 'The e-way bill of a broken lorry'],
    ['adhoc judges', 'Ad hoc judges sworn in'],
    ['§187', 'Section 187 explained'],
    ['धारा 187', 'Section 187 explained'],
    ['section 187', 'धारा १८७ की व्याख्या'],
    ['SC bail', 'S.C. grants bail'],
    ['S.C. bail', 'SC on bail'],
    ['charge sheet', 'The chargesheet was late'],
    ['chargesheet', 'The charge-sheet was late'],
    ['498 A', 'Section 498A'],
    ['498-a', 'Section 498A'],
    ['art. 21', 'Article 21 and privacy'],
    ['हिंदी हां', 'हिँदी हाँ'],
    ['1,00,000 fine', 'A fine of 100000'],
    ['\u201cbasic structure\u201d', 'The basic structure'],
    ['structure basic', 'The basic structure'],
    ['basic struc', 'The basic structure'],
    ['  basic\u00a0structure\u200b ', 'The basic structure'],
    ['smiths', 'Smith’s case'],
  ])('%s finds %s', async (query, title) => {
    made = await aNewsApp({ documents: { post: titled([title, 'Something else']) } });
    expect(idsOf(await search(query))).toEqual([1]);
  });

  it.each(['"structure basic"', 'elephant', '', '   ', '"', '()*^:', 'title:basic AND', '\u0000', '-basic'])(
    'answers %j without an error',
    async (query) => {
      made = await aNewsApp({ documents: { post: titled(['The basic structure']) } });
      expect(idsOf(await search(query)).length).toBe(/\bbasic$/.test(query.trim()) ? 1 : 0);
    },
  );
});

describe('the order of results', () => {
  const documents = {
    category: [aSubject(1, 'GST Refunds')],
    tag: [aSubject(1, 'Zebra')],
    user: [{ id: 3, first_name: 'Arvind', last_name: 'Rao' }],
    post: [
      aPost(1, { title: 'GST refund rules', publish_date: day(1) }),
      aPost(2, { title: 'Rules', content: '<p>On the refund of GST.</p>', publish_date: day(9) }),
      aPost(3, { title: 'Circular', content: '<p>x</p>', categories: [1], publish_date: day(12) }),
      aPost(4, { title: 'Refunds under GST', publish_date: day(2) }),
      aPost(5, { title: 'A refund of GST', publish_date: day(3) }),
      aPost(6, { title: 'Old rules', content: '<p>A refund of GST.</p>', publish_date: day(4) }),
      aPost(7, { title: 'Draft about GST refund', publishedAt: null }),
      aPost(8, { title: 'By an author', content: '<p>x</p>', user: 3, tags: [1], publish_date: day(5) }),
    ],
  };

  it('is the phrase, all words in the title, their beginnings, the text, then names; newer before older', async () => {
    made = await aNewsApp({ documents });
    expect(idsOf(await search('gst refund'))).toEqual([1, 5, 4, 2, 6, 3]);
  });

  it('has pages, whose number of results is the same', async () => {
    made = await aNewsApp({
      documents: {
        post: Array.from({ length: 60 }, (_, at) =>
          aPost(at + 1, {
            title: at % 2 === 0 ? 'On bail' : 'Notice',
            content: '<p>bail</p>',
            publish_date: day((at % 28) + 1),
          }),
        ),
      },
    });
    const pages = await Promise.all([1, 2, 3, 4].map((page) => search('bail', `&pagination[page]=${page}`)));
    expect(pages.map(({ data }) => data.length)).toEqual([24, 24, 12, 0]);
    expect(new Set(pages.flatMap(idsOf)).size).toBe(60);
    expect(pages.map(({ meta }) => meta.pagination.total)).toEqual([60, 60, 60, 60]);
    expect(idsOf(pages[0] as Found).every((id) => id % 2 === 1)).toBe(true);
  });

  it('finds by author, tag and category, and says so', async () => {
    made = await aNewsApp({ documents });
    for (const [query, kind, name] of [
      ['arvind rao', 'author', 'Arvind Rao'],
      ['zebra', 'tag', 'Zebra'],
    ] as const) {
      const found = await search(query);
      expect(idsOf(found)).toEqual([8]);
      expect(found.meta.search.matches[0]?.names).toEqual([name]);
      expect(found.meta.search.subjects).toMatchObject([{ kind, name }]);
    }
  });

  it('marks what matched in the title and in the text', async () => {
    made = await aNewsApp({ documents });
    const { matches } = (await search('gst refund')).meta.search;
    const marked = (text: string, marks: number[][] = []) => marks.map(([from, to]) => text.slice(from, to));
    expect(marked('GST refund rules', matches[0]?.title)).toEqual(['GST', 'refund']);
    const { excerpt } = matches[3] ?? {};
    expect(marked(excerpt?.text ?? '', excerpt?.marks)).toEqual(['refund', 'GST']);
  });
});

describe('a search without results', () => {
  it('offers the corrected word, and what can be left out', async () => {
    made = await aNewsApp({ documents: { post: titled(['Default bail under the Sanhita', 'Custody']) } });
    const misspelt = (await search('defualt bail')).meta.search;
    expect(misspelt.correction).toEqual({ text: 'default bail', total: 1 });
    const { correction, shorter } = (await search('bail elephant')).meta.search;
    expect([correction, shorter]).toEqual([null, [{ text: 'bail', total: 1 }]]);
  });
});

describe('the index follows the model', () => {
  it('after a change, a removal, a new name and the time of a scheduled post', async () => {
    let now = Date.parse('2026-11-20T10:00:00.000Z');
    made = await aNewsApp({
      now: () => now,
      documents: {
        tag: [aSubject(1, 'Zebra')],
        post: [
          aPost(1, { title: 'First', tags: [1] }),
          aPost(2, { title: 'Planned', publishedAt: '2026-11-21T10:00:00.000Z' }),
        ],
      },
    });
    expect(idsOf(await search('planned'))).toEqual([]);
    now += 2 * 86_400_000;
    expect(idsOf(await search('planned'))).toEqual([2]);
    made.live.put('post', aPost(1, { title: 'Renamed', tags: [1] }), 2);
    expect([idsOf(await search('first')), idsOf(await search('renamed'))]).toEqual([[], [1]]);
    made.live.put('tag', aSubject(1, 'Giraffe'), 2);
    expect([idsOf(await search('zebra')), idsOf(await search('giraffe'))]).toEqual([[], [1]]);
    made.live.remove('post', 1, 3);
    expect(idsOf(await search('giraffe'))).toEqual([]);
  });
});
