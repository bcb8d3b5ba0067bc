import type { ReadModel } from '@vidhi/content-engine';
import { postCollection } from '@vidhi/collections/news/post.ts';

const MAX_RELATED = 4;
/** Only the newest posts of a category are considered, as it may contain half the site. */
const MAX_CANDIDATES = 400;
const TAG_WEIGHT = 2;

interface Candidate {
  id: number;
  score: number;
  time: number;
}

/**
 * Finds up to four visible posts that share a category or a tag with this one: those that share most, a tag counting more
 * than a category, and of those the newest. Newest first.
 */
export function findRelated(model: ReadModel, postId: number): number[] {
  const posts = model.store(postCollection.name);
  const record = posts.find(postId);
  if (record === undefined) return [];
  const scores = new Map<number, number>();
  for (const relation of posts.schema.ownedRelations) {
    if (relation.name !== 'tags' && relation.name !== 'categories') continue;
    const weight = relation.name === 'tags' ? TAG_WEIGHT : 1;
    for (const target of record.links[relation.link] ?? [])
      for (const id of posts.sourcesOf(relation, target).slice(-MAX_CANDIDATES))
        if (id !== postId && posts.find(id)?.isPublished === true)
          scores.set(id, (scores.get(id) ?? 0) + weight);
  }
  const dates = ['publish_date', 'publishedAt'].flatMap((name) => posts.schema.columnsByName.get(name) ?? []);
  const timeOf = (id: number): number => {
    const found = posts.find(id);
    if (found === undefined) return 0;
    return dates.map((column) => Number(posts.value(found, column) ?? 0)).find((time) => time !== 0) ?? 0;
  };
  const candidates = [...scores].map(([id, score]): Candidate => ({ id, score, time: timeOf(id) }));
  const newestFirst = (a: Candidate, b: Candidate): number => b.time - a.time || b.id - a.id;
  return candidates
    .toSorted((a, b) => b.score - a.score || newestFirst(a, b))
    .slice(0, MAX_RELATED)
    .toSorted(newestFirst)
    .map(({ id }) => id);
}
