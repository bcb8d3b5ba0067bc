import type { Attributes } from '@vidhi/collections/all.ts';
import type { WireEntry, WireList } from '#shared/api/read.ts';
import { categoryName, type Label, type WireCategory } from './post.ts';

export interface Category extends Label {
  /** Heading of the page: `heading_title`, else the title, else the name. */
  heading: string;
  description: string;
  keywords: string;
  parent: Label | null;
}

export function toCategory({ attributes }: WireEntry<WireCategory>): Category | null {
  if (!attributes.slug) return null;
  const parent = attributes.parent_category?.data?.attributes;
  return {
    name: categoryName(attributes),
    slug: attributes.slug,
    heading: attributes.heading_title || categoryName(attributes),
    description: attributes.description ?? '',
    keywords: attributes.keywords ?? '',
    parent: parent?.slug ? { name: categoryName(parent), slug: parent.slug } : null,
  };
}

export const toTag = (list: WireList<Attributes<'tag'>>): Label | null => {
  const tag = list.data[0]?.attributes;
  return tag?.slug ? { name: tag.name || tag.slug, slug: tag.slug } : null;
};
