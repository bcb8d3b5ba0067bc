import { withAncestors, type ReadModel } from '@vidhi/content-engine';
import type { PresentValues } from '@vidhi/content-service';
import { createRemainingId } from '@vidhi/content-service/jobs.ts';
import { categoryCollection } from '@vidhi/collections/news/category.ts';
import { postCollection } from '@vidhi/collections/news/post.ts';
import type { SubjectKind } from './find-subject.ts';
import { subjectsOf } from './find-subject.ts';

type Values = Readonly<Record<string, unknown>>;

/** The links of each collection to tags and categories. */
const LINKS: Readonly<Record<string, readonly (readonly [attribute: string, kind: SubjectKind])[]>> = {
  [postCollection.name]: [
    ['tags', 'tag'],
    ['categories', 'category'],
  ],
  [categoryCollection.name]: [['parent_category', 'category']],
};

const PARENT = 'parent_category';

/** Returns whether values would put a category below itself. */
export function isBelowItself(
  model: ReadModel,
  collection: string,
  { [PARENT]: parent }: Values,
  id: number | undefined,
): boolean {
  if (collection !== categoryCollection.name || id === undefined || typeof parent !== 'number') return false;
  return withAncestors(model, collection, PARENT, parent).has(id);
}

/**
 * Replaces the ids of merged tags and categories in the values of a write by the ids of those that remain.
 * @param id the written document, where there is one: it is not put below itself
 */
export function withPresentSubjects<Data>(
  model: ReadModel,
  collection: string,
  data: Data,
  id?: number,
): Data {
  const links = LINKS[collection];
  if (links === undefined || typeof data !== 'object' || data === null || Array.isArray(data)) return data;
  const replaced: Record<string, unknown> = {};
  for (const [attribute, kind] of links) {
    const value = (data as Values)[attribute];
    const remainingId = createRemainingId(subjectsOf(model, kind));
    if (Array.isArray(value)) replaced[attribute] = [...new Set(value.map(remainingId))];
    else if (typeof value === 'number') {
      const remaining = remainingId(value);
      replaced[attribute] = remaining === value || remaining !== id ? remaining : null;
    }
  }
  return { ...data, ...replaced };
}

/**
 * Creates the function that replaces ids of merged subjects in earlier values before they are stored again. A category that comes
 * back below what was put below it meanwhile comes back at the top.
 */
export const createPresentValues =
  (model: ReadModel): PresentValues =>
  ({ name }, values, id) => {
    const present = withPresentSubjects(model, name, values);
    return isBelowItself(model, name, present, id) ? { ...present, [PARENT]: null } : present;
  };
