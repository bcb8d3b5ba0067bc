import { tagCollection } from '@vidhi/collections/news/tag.ts';
import { recordChoices } from '../kit/record-choices.ts';
import { resourceApi } from '../kit/resource-api.ts';
import { strapiSource } from '../kit/source.ts';

export interface TagRow {
  id: number;
  name?: string | null;
  slug?: string | null;
  createdAt?: string;
  updatedAt?: string;
}

export const tagApi = resourceApi<TagRow>(
  'tags',
  strapiSource({ plural: tagCollection.plural, search: ['name', 'slug'] }),
);

export const tagChoices = recordChoices(tagApi, 'name', ({ name, id }) => name ?? `#${id}`);
