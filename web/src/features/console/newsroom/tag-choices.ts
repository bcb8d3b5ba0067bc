import { tagCollection } from '@vidhi/collections/news/tag.ts';
import { recordChoices } from '../kit/record-choices.ts';
import { resourceApi } from '../kit/resource-api.ts';
import { strapiSource } from '../kit/source.ts';

export const tagApi = resourceApi('tags', strapiSource(tagCollection, { search: ['name', 'slug'] }));

export const tagChoices = recordChoices(tagApi, 'name', ({ name, id }) => name ?? `#${id}`);
