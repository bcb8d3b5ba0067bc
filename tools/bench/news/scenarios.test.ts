import { expect, it } from 'vitest';
import { generatedSite } from './generated-site.ts';
import { SCENARIOS, type SiteFacts } from './scenarios.ts';

const FACTS: SiteFacts = {
  posts: 2_000,
  slugs: Array.from({ length: 500 }, (_, index) => `post-${index}`),
  titles: Array.from({ length: 500 }, (_, index) => `Tribunal quashes the order of penalty ${index}`),
  categories: ['gst', 'customs'],
  tags: ['a', 'b', 'c'],
};

it.each(SCENARIOS.map((scenario) => [scenario.name, scenario] as const))(
  'requests %s hot by one URL and cold by URLs that are all different',
  (_name, { hot, cold }) => {
    const addresses = Array.from({ length: 5_000 }, (_, n) => cold(FACTS, n));
    expect(new Set(addresses).size).toBe(5_000);
    expect(hot(FACTS)).toBe(hot(FACTS));
    expect(addresses.filter((address) => !address.startsWith('/api/posts?') || /\s/.test(address))).toEqual(
      [],
    );
  },
);

it('generates the same site each time, with unique slugs and valid relations', () => {
  const site = [...generatedSite(300)];
  expect(JSON.stringify([...generatedSite(300)])).toBe(JSON.stringify(site));
  const of = (name: string) =>
    site.filter(({ collection }) => collection === name).map(({ document }) => document);
  const ids = (name: string) => new Set(of(name).map(({ id }) => id));
  const posts = of('post');
  expect(new Set(posts.map(({ slug }) => slug)).size).toBe(300);
  const missing = posts.flatMap(({ categories, tags, user, image }) => [
    ...(categories as number[]).filter((id) => !ids('category').has(id)),
    ...(tags as number[]).filter((id) => !ids('tag').has(id)),
    ...[user as number].filter((id) => !ids('user').has(id)),
    ...[image as number | null].filter((id) => id !== null && !ids('file').has(id)),
  ]);
  expect(missing).toEqual([]);
});
