import { categoryCollection } from '@vidhi/collections/news/category.ts';
import { slugOf } from '../article/slug-of.ts';
import { contentResource, deleteAction } from '../kit/define-resource.ts';
import { fieldOf } from '../kit/form-field.ts';
import { recordChoices } from '../kit/record-choices.ts';
import { resourceApi } from '../kit/resource-api.ts';
import { strapiSource } from '../kit/source.ts';

export const categoryApi = resourceApi(
  'categories',
  strapiSource(categoryCollection, { populate: ['parent_category'], search: ['name', 'slug'] }),
);

export const categoryChoices = recordChoices(categoryApi, 'name', ({ name, id }) => name ?? `#${id}`);

export const categoryResource = contentResource(categoryCollection, {
  api: categoryApi,
  one: 'Category',
  many: 'Categories',
  path: '/console/categories',
  writers: ['publish'],
  defaultSort: 'show_order',
  columns: [{ key: 'name', label: 'Name', render: ({ name }) => name ?? '' }],
  actions: [deleteAction('Category')],
  empty: {
    title: 'No categories yet',
    hint: 'Categories are the sections of the site, such as Tax or Criminal law. Articles need at least one.',
  },
});

export const CATEGORY_FIELDS = [
  fieldOf(categoryCollection, 'name'),
  fieldOf(categoryCollection, 'slug', {
    label: 'Address',
    help: 'The first part of the addresses of its articles. Old addresses lead on to the new one.',
    proposal: { from: 'name', valueOf: slugOf },
  }),
  fieldOf(categoryCollection, 'parent_category', { label: 'Part of', of: categoryChoices }),
  fieldOf(categoryCollection, 'show_nav', { label: 'In the menu' }),
  fieldOf(categoryCollection, 'heading_title', { label: 'Heading of its page' }),
  fieldOf(categoryCollection, 'title', { label: 'Title for search engines' }),
  fieldOf(categoryCollection, 'description', { help: 'For search engines and shared links' }),
  fieldOf(categoryCollection, 'keywords'),
];
