import type { ReadModel } from '@vidhi/content-engine';
import { categoryCollection } from '@vidhi/collections/news/category.ts';
import { postCollection } from '@vidhi/collections/news/post.ts';

/** Builds the indexes for lists and searches before the first request. */
export function warmReads(model: ReadModel): void {
  model.prepare(postCollection.name, { searched: ['title', 'slug'], newestBy: ['publish_date'] });
  model.prepare(categoryCollection.name, { searched: ['slug', 'name'] });
}
