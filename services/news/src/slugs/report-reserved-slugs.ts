import { reservedSlugOf } from '@vidhi/contracts/reserved-segments.ts';
import type { ReadModel } from '@vidhi/content-engine';
import { categoryCollection } from '@vidhi/collections/news/category.ts';
import { hostedPageCollection } from '@vidhi/collections/news/hosted-page.ts';
import { postCollection } from '@vidhi/collections/news/post.ts';

interface ReservedSlug {
  type: string;
  id: number;
  slug: string;
}

/** Returns the documents whose slug has become the address of another page since they were stored. */
const findReservedSlugs = (model: Pick<ReadModel, 'list'>): ReservedSlug[] =>
  [postCollection, categoryCollection, hostedPageCollection].flatMap(({ name }) =>
    model.list(name).flatMap((document) => {
      const slug = reservedSlugOf(name, document);
      return slug === null ? [] : [{ type: name, id: document.id, slug }];
    }),
  );

/** Logs them, so that an editor gives them other slugs. */
export function reportReservedSlugs(
  model: Pick<ReadModel, 'list'>,
  log: { warn: (details: object, message: string) => void },
): void {
  const reserved = findReservedSlugs(model);
  if (reserved.length > 0)
    log.warn(
      { reserved },
      'slugs that are the addresses of other pages: posts are reachable below their category only',
    );
}
