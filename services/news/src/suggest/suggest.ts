import { type IndexedDocument, comparedText, type ReadModel, suggestDocuments } from '@vidhi/content-engine';
import { postCollection } from '../collections/post.ts';

export interface Suggestion {
  id: number;
  label: string;
  slug: string;
}

export interface Suggestions {
  posts: Suggestion[];
  categories: Suggestion[];
  tags: Suggestion[];
}

const MAX_SUGGESTIONS = 8;
const MAX_SUGGESTIONS_PER_GROUP = 2;
const MAX_LENGTH = 100;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Prefix matches first, then substring matches. */
function pick(all: Iterable<Suggestion>, text: string, most: number): Suggestion[] {
  const starting: Suggestion[] = [];
  const containing: Suggestion[] = [];
  for (const suggestion of all) {
    const at = comparedText(suggestion.label).indexOf(text);
    if (at === 0) starting.push(suggestion);
    else if (at > 0 && containing.length < most) containing.push(suggestion);
    if (starting.length >= most) break;
  }
  return [...starting, ...containing].slice(0, most);
}

function* groupOf(model: ReadModel, name: 'category' | 'tag'): Generator<Suggestion> {
  for (const document of model.list(name)) {
    const slug = textOf(document['slug']);
    const label = textOf(document['title']) || textOf(document['name']);
    if (slug !== '' && label !== '') yield { id: document.id, label, slug };
  }
}

/** Visible posts that match by title, newest first. */
function postsFor(model: ReadModel, text: string, most: number): Suggestion[] {
  const posts = model.store(postCollection.name);
  const title = posts.schema.columnsByName.get('title');
  const slug = posts.schema.columnsByName.get('slug');
  const published = posts.schema.columnsByName.get('publish_date');
  if (title === undefined || slug === undefined || published === undefined) return [];
  const order = posts.order([{ column: published, descending: true }]);
  const addressOf = (record: IndexedDocument): string => textOf(posts.value(record, slug));
  const accepts = (record: IndexedDocument): boolean => addressOf(record) !== '';
  return suggestDocuments(model, posts, { label: title, text, limit: most, order, accepts }).map(
    (record) => ({
      id: record.id,
      label: textOf(posts.value(record, title)),
      slug: addressOf(record),
    }),
  );
}

/** Returns up to eight suggestions for a partly typed text. */
export function suggest(model: ReadModel, typed: string): Suggestions {
  // Case is folded as in searches, so that both match equally.
  const text = comparedText(typed.trim().slice(0, MAX_LENGTH));
  if (text === '') return { posts: [], categories: [], tags: [] };
  model.publishDue();
  const categories = pick(groupOf(model, 'category'), text, MAX_SUGGESTIONS_PER_GROUP);
  const tags = pick(groupOf(model, 'tag'), text, MAX_SUGGESTIONS_PER_GROUP);
  const posts = postsFor(model, text, MAX_SUGGESTIONS - categories.length - tags.length);
  return { posts, categories, tags };
}
