import { attributeErrors } from '@vidhi/contracts/errors.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { takedownOf } from '@vidhi/contracts/takedown.ts';
import type { Unchecked } from '@vidhi/collections/all.ts';
import { newsAuthorCollection } from '@vidhi/collections/news/news-author.ts';
import { postCollection } from '@vidhi/collections/news/post.ts';
import { siteAdCollection } from '@vidhi/collections/news/site-ad.ts';
import type { Collection } from '@vidhi/content-engine';
import { isSafeFrame, isSafeLink, sanitizedValues } from '@vidhi/content-service/html.ts';
import { isOutsidePeriod } from '../ads/ad-period.ts';
import { checkedOptions } from '../settings/checked-options.ts';
import { findSlugProblem } from '../slugs/reserved-slugs.ts';

type Values = Readonly<Record<string, unknown>>;

const LINKS: Readonly<Record<string, readonly string[]>> = {
  'site-ad': ['link'],
  product: ['link'],
  'social-link': ['facebook', 'twitter', 'linkedin', 'youtube'],
};
const FRAMES: Readonly<Record<string, readonly string[]>> = { 'hosted-page': ['targetUrl'] };
const SLUGGED = new Set(['post', 'category']);

function* badLinks({ name }: Collection, values: Values): Generator<string> {
  const bad = (attribute: string, isSafe: (value: string) => boolean): boolean => {
    const value = values[attribute];
    return typeof value === 'string' && value !== '' && !isSafe(value);
  };
  for (const attribute of LINKS[name] ?? []) if (bad(attribute, isSafeLink)) yield attribute;
  for (const attribute of FRAMES[name] ?? []) if (bad(attribute, isSafeFrame)) yield attribute;
}

/** Required text attributes that are blank. */
function* blanks({ attributes }: Collection, values: Values): Generator<string> {
  for (const [name, attribute] of Object.entries(attributes)) {
    const value = values[name];
    if (!('required' in attribute) || typeof value !== 'string') continue;
    if (value.trim() === '') yield name;
  }
}

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** Whether a page would show nothing, as far as the write tells: the other one of its two attributes may be stored. */
function lacksContent({ name }: Collection, values: Values, action: 'create' | 'update'): boolean {
  const { targetUrl, content } = values as Unchecked<'hosted-page'>;
  if (name !== 'hosted-page' || !isBlank(targetUrl) || !isBlank(content)) return false;
  return action === 'create' || ('targetUrl' in values && 'content' in values);
}

const AUTHOR_SLUG = /^(?!\d+$)[a-z0-9]+(?:-[a-z0-9]+)*$/;
const MAX_AUTHOR_LINKS = 5;

function authorProblems({ slug, links }: Values): { path: string[]; message: string }[] {
  const problems: { path: string[]; message: string }[] = [];
  if (typeof slug === 'string' && slug.trim() !== '' && !AUTHOR_SLUG.test(slug))
    problems.push({
      path: ['slug'],
      message: 'slug must be small letters, digits and hyphens, with a letter in it',
    });
  const lines = typeof links === 'string' ? links.split('\n').filter((line) => line.trim() !== '') : [];
  if (lines.length > MAX_AUTHOR_LINKS || lines.some((line) => !/^https?:\/\/\S+$/.test(line.trim())))
    problems.push({
      path: ['links'],
      message: `links must be ${MAX_AUTHOR_LINKS} web addresses at most, one on a line`,
    });
  return problems;
}

/**
 * Validates and sanitizes the values of an editor's write. Throws a validation error listing every problem.
 */
export function editedValues(
  collection: Collection,
  values: Values,
  action: 'create' | 'update' = 'update',
): Record<string, unknown> {
  const errors = [...badLinks(collection, values)].map((attribute) => ({
    path: [attribute],
    message: `${attribute} must be a valid web address`,
  }));
  for (const attribute of blanks(collection, values))
    if (attribute !== 'slug' || !SLUGGED.has(collection.name))
      errors.push({ path: [attribute], message: `${attribute} must be defined.` });
  if (lacksContent(collection, values, action))
    errors.push({ path: ['targetUrl'], message: 'targetUrl or content must be defined.' });
  const { slug } = values;
  if (SLUGGED.has(collection.name) && typeof slug === 'string') {
    const problem = findSlugProblem(slug);
    if (problem !== null) errors.push({ path: ['slug'], message: problem });
  }
  if (collection.name === newsAuthorCollection.name) errors.push(...authorProblems(values));
  const options = checkedOptions(collection, values);
  errors.push(...options.errors);
  if (errors.length > 0) throw attributeErrors(errors);
  return { ...sanitizedValues(collection, values), ...options.values };
}

/** An article that a court withholds is in the archive, as `takedown-routes.ts` puts it there. */
function withheldValues(name: string, item: StoredDocument): Values {
  const order = name === postCollection.name ? takedownOf(item) : null;
  if (order === null) return {};
  const { archived_at: archivedAt } = item;
  return {
    publishedAt: null,
    stage: null,
    unpublish_at: null,
    archived_at: typeof archivedAt === 'string' ? archivedAt : `${order.ordered_on}T00:00:00.000Z`,
  };
}

/**
 * Sanitizes an imported document. Unlike `editedValues` it removes unsafe links instead of rejecting them.
 */
export function importedValues(collection: Collection, item: StoredDocument): StoredDocument {
  const result: StoredDocument = {
    ...sanitizedValues(collection, item),
    ...withheldValues(collection.name, item),
    ...(collection.name === siteAdCollection.name ? { is_off: isOutsidePeriod(item, new Date()) } : {}),
    id: item.id,
  };
  for (const attribute of badLinks(collection, item)) result[attribute] = null;
  return result;
}
