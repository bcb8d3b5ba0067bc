import { expect, it } from 'vitest';
import { aPost, loadSite } from '../testing.ts';
import { suggestDocuments } from './suggestions.ts';

const POSTS = 20_100;
const NEWEST_THAT_STARTS = POSTS - 5_000;

it('prefers labels that start with the text, among the first 20,000 documents when thousands match', () => {
  const titleOf = (id: number): string =>
    id === 1 || id === NEWEST_THAT_STARTS ? `Notice ${id}` : `A notice ${id}`;
  const model = loadSite({
    post: Array.from({ length: POSTS }, (_, at) => aPost({ id: at + 1, title: titleOf(at + 1) })),
  });
  const posts = model.store('post');
  const label = posts.schema.columnsByName.get('title');
  if (label === undefined) throw new Error('posts have no title');
  const order = posts.order([{ column: posts.schema.id, descending: true }]);
  const suggested = suggestDocuments(model, posts, { label, text: 'notice', limit: 3, order });
  expect(suggested.map(({ id }) => id)).toEqual([NEWEST_THAT_STARTS, POSTS, POSTS - 1]);
  model.close();
});
