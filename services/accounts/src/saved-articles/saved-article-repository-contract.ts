import { expect, it } from 'vitest';
import type { SavedArticle } from './saved-article.ts';
import type { SavedArticleRepository } from './saved-article-repository.ts';

const AT = new Date('2026-11-21T10:00:00.000Z');
const LATER = new Date('2026-11-21T10:01:00.000Z');

const article = (name: string): SavedArticle => ({
  path: `/gst/${name}`,
  title: `Report ${name}`,
  date: '2026-11-20T04:30:00.000Z',
});
const numbered = (from: number, to: number): SavedArticle[] =>
  Array.from({ length: to - from + 1 }, (_, index) => article(String(to - index)));

/** Contract tests of repositories of saved articles. */
export function savedArticleRepositoryContract(make: () => Promise<SavedArticleRepository>): void {
  it('lists the articles of an account, last saved first', async () => {
    const saved = await make();
    await saved.add(1, [article('b'), article('a')], AT);
    await saved.add(1, [article('c')], LATER);
    await saved.add(2, [article('d')], LATER);
    expect(await saved.listOf(1)).toEqual([article('c'), article('b'), article('a')]);
    expect(await saved.listOf(3)).toEqual([]);
  });

  it('leaves an article that is saved again where it is', async () => {
    const saved = await make();
    await saved.add(1, [article('a')], AT);
    await saved.add(1, [article('b')], LATER);
    await saved.add(1, [article('a')], new Date(LATER.getTime() + 1_000));
    expect(await saved.listOf(1)).toEqual([article('b'), article('a')]);
  });

  it('stores an article once when it is saved twice at the same time', async () => {
    const saved = await make();
    await Promise.all(Array.from({ length: 8 }, () => saved.add(1, [article('a'), article('b')], AT)));
    expect(await saved.listOf(1)).toEqual([article('a'), article('b')]);
  });

  it('removes those that were saved first beyond 200', async () => {
    const saved = await make();
    await saved.add(1, numbered(1, 150), AT);
    await saved.add(1, numbered(151, 210), LATER);
    expect(await saved.listOf(1)).toEqual(numbered(11, 210));
  });

  it('removes one article, those of one account, and all', async () => {
    const saved = await make();
    for (const userId of [1, 2, 3]) await saved.add(userId, [article('b'), article('a')], AT);
    await saved.remove(1, '/gst/a');
    await saved.remove(1, '/gst/unknown');
    await saved.removeAllOf(2);
    expect(await Promise.all([1, 2, 3].map((id) => saved.listOf(id)))).toEqual([
      [article('b')],
      [],
      [article('b'), article('a')],
    ]);
    await saved.removeAll();
    expect(await saved.listOf(3)).toEqual([]);
  });
}
