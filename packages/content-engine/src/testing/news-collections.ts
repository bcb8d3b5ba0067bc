import { defineCollection } from '@vidhi/collections/declaration.ts';
import { fileCollection } from '@vidhi/collections/catalog/file.ts';
import type { Collection } from '../schema/collection.ts';

/** Authors, with the attributes that the services declare. */
export const userCollection = defineCollection({
  name: 'user',
  plural: 'users',
  uid: 'plugin::users-permissions.user',
  kind: 'collection',
  owner: 'news',
  draftAndPublish: false,
  timestamps: false,
  attributes: { first_name: { type: 'string' }, last_name: { type: 'string' } },
});

/** Posts and the other news collections of the reference, for tests. */
export const post = defineCollection({
  name: 'post',
  plural: 'posts',
  uid: 'api::post.post',
  kind: 'collection',
  owner: 'news',
  draftAndPublish: true,
  attributes: {
    title: { type: 'string' },
    slug: { type: 'string', unique: true },
    content: { type: 'text', longText: true },
    image: { type: 'media' },
    youtube: { type: 'string' },
    publish_date: { type: 'datetime' },
    views_count: { type: 'integer' },
    trending: { type: 'boolean' },
    newstags: { type: 'string' },
    user: { type: 'relation', relation: 'manyToOne', target: 'user', filterable: false },
    tags: { type: 'relation', relation: 'manyToMany', target: 'tag', inversedBy: 'posts' },
    categories: { type: 'relation', relation: 'manyToMany', target: 'category', inversedBy: 'posts' },
  },
});

export const category = defineCollection({
  name: 'category',
  plural: 'categories',
  uid: 'api::category.category',
  kind: 'collection',
  owner: 'news',
  draftAndPublish: false,
  attributes: {
    name: { type: 'string' },
    title: { type: 'string' },
    slug: { type: 'string' },
    description: { type: 'text' },
    keywords: { type: 'string' },
    heading_title: { type: 'string' },
    show_nav: { type: 'boolean' },
    show_order: { type: 'integer' },
    parent_category: { type: 'relation', relation: 'manyToOne', target: 'category', inversedBy: 'children' },
    children: { type: 'relation', relation: 'oneToMany', target: 'category', mappedBy: 'parent_category' },
    posts: { type: 'relation', relation: 'manyToMany', target: 'post', mappedBy: 'categories' },
  },
});

export const tag = defineCollection({
  name: 'tag',
  plural: 'tags',
  uid: 'api::tag.tag',
  kind: 'collection',
  owner: 'news',
  draftAndPublish: false,
  attributes: {
    name: { type: 'string' },
    slug: { type: 'string' },
    posts: { type: 'relation', relation: 'manyToMany', target: 'post', mappedBy: 'tags' },
  },
});

export const siteAd = defineCollection({
  name: 'site-ad',
  plural: 'site-ads',
  uid: 'api::site-ad.site-ad',
  kind: 'collection',
  owner: 'news',
  draftAndPublish: false,
  attributes: {
    title: { type: 'string' },
    youtube: { type: 'string' },
    link: { type: 'string' },
    image: { type: 'media' },
    type: {
      type: 'enumeration',
      enum: ['Side Bar', 'One Column into List', 'Two Column into List', 'Inner Content'],
    },
  },
});

export const product = defineCollection({
  name: 'product',
  plural: 'products',
  uid: 'api::product.product',
  kind: 'collection',
  owner: 'news',
  draftAndPublish: false,
  attributes: { title: { type: 'string' }, link: { type: 'string' }, image: { type: 'media' } },
});

export const hostedPage = defineCollection({
  name: 'hosted-page',
  plural: 'hosted-pages',
  uid: 'api::hosted-page.hosted-page',
  kind: 'collection',
  owner: 'news',
  draftAndPublish: false,
  attributes: { name: { type: 'string' }, targetUrl: { type: 'string' }, description: { type: 'text' } },
});

export const siteSetting = defineCollection({
  name: 'site-setting',
  plural: 'site-settings',
  uid: 'api::site-setting.site-setting',
  kind: 'single',
  owner: 'news',
  draftAndPublish: false,
  attributes: {
    contact_email: { type: 'string' },
    show_products: { type: 'boolean' },
    show_auth: { type: 'boolean' },
  },
});

export const newsCollections: readonly Collection[] = [
  fileCollection,
  userCollection,
  category,
  tag,
  post,
  siteAd,
  product,
  hostedPage,
  siteSetting,
];
