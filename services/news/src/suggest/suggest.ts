import type { FoundSubject } from '@vidhi/contracts/post-search.ts';
import type { NewsSuggestions, Suggestion } from '@vidhi/contracts/suggestions.ts';
import { documentsOf, type ReadModel, suggestDocuments } from '@vidhi/content-engine';
import { postCollection } from '@vidhi/collections/news/post.ts';
import { findSubjects } from '../search/find-subjects.ts';
import type { PostSearch } from '../search/post-search.ts';

const MAX_SUGGESTIONS = 8;
const MAX_SUGGESTIONS_PER_GROUP = 2;
const MAX_LENGTH = 100;

/** Visible posts by their ids. */
function toSuggestions(model: ReadModel, ids: readonly number[]): Suggestion[] {
  const posts = documentsOf(model, postCollection);
  return ids.flatMap((id) => {
    const document = posts.store.find(id);
    const slug = document === undefined ? '' : (posts.read(document, 'slug') ?? '');
    return document === undefined || slug === ''
      ? []
      : { id, label: posts.read(document, 'title') ?? '', slug };
  });
}

/** Posts that have the text anywhere in their title, the newest first. */
function insideWords(model: ReadModel, text: string, limit: number): number[] {
  const posts = model.store(postCollection.name);
  const label = posts.schema.columnsByName.get('title');
  const published = posts.schema.columnsByName.get('publish_date');
  if (label === undefined || published === undefined) return [];
  const order = posts.order([{ column: published, descending: true }]);
  return suggestDocuments(model, posts, { label, text, limit, order }).map(({ id }) => id);
}

/** Returns up to eight suggestions for a partly typed text. */
export async function suggest(model: ReadModel, search: PostSearch, typed: string): Promise<NewsSuggestions> {
  const text = typed.trim().slice(0, MAX_LENGTH);
  if (text === '') return { posts: [], categories: [], tags: [] };
  const subjects = findSubjects(model, text, MAX_SUGGESTIONS_PER_GROUP);
  const ofKind = (kind: FoundSubject['kind']) => subjects.filter((subject) => subject.kind === kind);
  const labelled = ({ id, name, slug }: FoundSubject): Suggestion => ({ id, label: name, slug: slug ?? '' });
  const authors = ofKind('author').map(({ id, name, slug }) => ({
    id,
    label: name,
    ...(slug === null ? {} : { slug }),
  }));
  const limit = MAX_SUGGESTIONS - subjects.length;
  const byWords = await search.suggest(text, limit);
  const ids =
    byWords.length < limit ? [...new Set([...byWords, ...insideWords(model, text, limit)])] : byWords;
  return {
    posts: toSuggestions(model, ids).slice(0, limit),
    categories: ofKind('category').map(labelled),
    tags: ofKind('tag').map(labelled),
    ...(authors.length === 0 ? {} : { authors }),
  };
}
