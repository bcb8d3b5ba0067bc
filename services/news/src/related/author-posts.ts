import type { ReadModel } from '@vidhi/content-engine';
import { postCollection } from '@vidhi/collections/news/post.ts';

/** Visible posts of one author, the newest first. */
export function findPostsOfAuthor(model: ReadModel, authorId: number): number[] {
  const posts = model.store(postCollection.name);
  const relation = posts.schema.ownedRelations.find(({ name }) => name === 'user');
  if (relation === undefined) return [];
  const columns = ['publish_date', 'publishedAt'].flatMap(
    (name) => posts.schema.columnsByName.get(name) ?? [],
  );
  const dated = posts.sourcesOf(relation, authorId).flatMap((id) => {
    const post = posts.find(id);
    if (post?.isPublished !== true) return [];
    const time = columns
      .map((column) => Number(posts.value(post, column) ?? 0))
      .find((milliseconds) => milliseconds !== 0);
    return [{ id, time: time ?? 0 }];
  });
  return dated.toSorted((a, b) => b.time - a.time || b.id - a.id).map(({ id }) => id);
}
