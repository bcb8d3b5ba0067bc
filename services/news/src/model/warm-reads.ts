import type { ReadModel } from '@vidhi/content-engine';
import { categoryCollection } from '@vidhi/collections/news/category.ts';
import { postCollection } from '@vidhi/collections/news/post.ts';

/** Builds the indexes for lists and searches before the first request. */
export function warmReads(model: ReadModel): void {
  model.prepare(postCollection.name, { searched: ['title', 'slug'], newestBy: ['publish_date'] });
  model.prepare(categoryCollection.name, { searched: ['slug', 'name'] });
}

/**
 * The same with the indexes of the desk's search of articles. With 100,000 of them its first request would take longer than a query
 * may, and block the others meanwhile. Readers for visitors have no use for them.
 */
export function warmDeskReads(model: ReadModel): void {
  warmReads(model);
  model.prepare(postCollection.name, { searchedByWords: ['title', 'slug'] });
}
