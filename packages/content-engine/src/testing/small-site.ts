/**
 * `testing/` holds what tests of the engine and of services share: declarations, documents (this file), and a naive
 * implementation of the dialect to compare responses with.
 */
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { createReadModel } from '../model/read-model.ts';
import type { ReadModel, ReadModelOptions } from '../model/read-model.ts';
import { newsCollections } from './news-collections.ts';

/** Stored documents by collection name. */
export type Site = Readonly<Record<string, readonly StoredDocument[]>>;

const TIME = '2026-10-30T00:00:00.000Z';
const times = { createdAt: TIME, updatedAt: TIME };

export const aPost = (overrides: Partial<StoredDocument> & { id: number }): StoredDocument => ({
  title: `Post ${overrides.id}`,
  slug: `post-${overrides.id}`,
  content: `<p>Text of ${overrides.id}</p>`,
  image: null,
  youtube: null,
  publish_date: TIME,
  views_count: 0,
  trending: false,
  newstags: null,
  user: null,
  tags: [],
  categories: [],
  ...times,
  publishedAt: TIME,
  ...overrides,
});

export const aCategory = (overrides: Partial<StoredDocument> & { id: number }): StoredDocument => ({
  name: `Category ${overrides.id}`,
  title: null,
  slug: `category-${overrides.id}`,
  description: null,
  keywords: null,
  heading_title: null,
  show_nav: true,
  show_order: overrides.id,
  parent_category: null,
  ...times,
  ...overrides,
});

export const aTag = (overrides: Partial<StoredDocument> & { id: number }): StoredDocument => ({
  name: `Tag ${overrides.id}`,
  slug: `tag-${overrides.id}`,
  ...times,
  ...overrides,
});

export const aFile = (overrides: Partial<StoredDocument> & { id: number }): StoredDocument => ({
  name: `picture-${overrides.id}.png`,
  alternativeText: null,
  caption: null,
  width: 100,
  height: 50,
  formats: { thumbnail: { url: `/uploads/thumbnail_${overrides.id}.png` } },
  hash: `picture_${overrides.id}`,
  ext: '.png',
  mime: 'image/png',
  size: 1.5,
  url: `/uploads/picture_${overrides.id}.png`,
  previewUrl: null,
  provider: 'local',
  provider_metadata: null,
  ...times,
  ...overrides,
});

/** A site with a few documents of each kind, one of them a draft. */
export const smallSite: Site = {
  file: [aFile({ id: 1 }), aFile({ id: 2, size: 7 })],
  user: [{ id: 1, first_name: 'Asha', last_name: 'Rao' }],
  category: [
    aCategory({ id: 1, name: 'Tax', slug: 'tax' }),
    aCategory({ id: 2, name: 'GST', slug: 'gst', parent_category: 1 }),
    aCategory({ id: 3, name: 'Courts', slug: 'courts', show_nav: false }),
  ],
  tag: [aTag({ id: 1 }), aTag({ id: 2 })],
  post: [
    aPost({ id: 1, title: 'Court stays levy', image: 1, user: 1, categories: [3, 2], tags: [2, 1] }),
    aPost({ id: 2, title: 'GST rate cut', views_count: 9, trending: true, categories: [2] }),
    aPost({ id: 3, title: 'A 100% cut', publish_date: '2026-10-31T00:00:00.000Z', youtube: 'abc' }),
    aPost({ id: 4, title: 'Draft', publishedAt: null, categories: [1] }),
  ],
  'site-setting': [{ id: 1, contact_email: 'a@b.in', show_products: true, show_auth: null, ...times }],
};

/** Creates a model that holds the documents of a site. */
export function loadSite(site: Site = smallSite, options: ReadModelOptions = {}): ReadModel {
  const model = createReadModel(newsCollections, options);
  for (const [name, documents] of Object.entries(site))
    for (const document of documents) model.upsert(name, document);
  return model;
}
