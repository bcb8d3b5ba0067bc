import { expect, it } from 'vitest';
import { reportReservedSlugs } from './report-reserved-slugs.ts';

const DOCUMENTS: Record<string, { id: number; slug?: string; name?: string }[]> = {
  post: [
    { id: 1, slug: 'report-1' },
    { id: 2, slug: 'Search' },
  ],
  category: [{ id: 3, slug: 'console' }],
  'hosted-page': [{ id: 4, name: 'docs' }],
};

function reportOf(documents: typeof DOCUMENTS): object[] {
  const logged: object[] = [];
  reportReservedSlugs({ list: (name) => documents[name] ?? [] }, { warn: (details) => logged.push(details) });
  return logged;
}

it('names every stored slug that is the address of another page', () => {
  expect(reportOf(DOCUMENTS)).toEqual([
    {
      reserved: [
        { type: 'post', id: 2, slug: 'Search' },
        { type: 'category', id: 3, slug: 'console' },
        { type: 'hosted-page', id: 4, slug: 'docs' },
      ],
    },
  ]);
});

it('says nothing where there is none', () => {
  expect(reportOf({ post: [{ id: 1, slug: 'report-1' }] })).toEqual([]);
});
