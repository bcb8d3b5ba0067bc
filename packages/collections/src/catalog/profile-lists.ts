import { defineCollection } from '../declaration.ts';
import { MERGED_IDS } from '../merged-ids.ts';

export const specializationCollection = defineCollection({
  name: 'specialization',
  plural: 'specializations',
  uid: 'api::specialization.specialization',
  kind: 'collection',
  owner: 'catalog',
  part: 'directory',
  draftAndPublish: false,
  attributes: {
    name: { type: 'string' },
    slug: { type: 'string' },
    lawyers: { type: 'relation', relation: 'manyToMany', target: 'lawyer', mappedBy: 'PropertyList1' },
    merged_ids: MERGED_IDS,
  },
  counted: 'lawyers',
});

export const languageCollection = defineCollection({
  name: 'language',
  plural: 'languages',
  uid: 'api::language.language',
  kind: 'collection',
  owner: 'catalog',
  part: 'directory',
  draftAndPublish: false,
  attributes: {
    name: { type: 'string' },
    lawyers: { type: 'relation', relation: 'manyToMany', target: 'lawyer', mappedBy: 'PropertyList3' },
    merged_ids: MERGED_IDS,
  },
  counted: 'lawyers',
});

export const typeOfCourtCollection = defineCollection({
  name: 'type-of-court',
  plural: 'type-of-courts',
  uid: 'api::type-of-court.type-of-court',
  kind: 'collection',
  owner: 'catalog',
  part: 'directory',
  draftAndPublish: false,
  attributes: {
    name: { type: 'string' },
    merged_ids: MERGED_IDS,
  },
});

export const courtCollection = defineCollection({
  name: 'court',
  plural: 'courts',
  uid: 'api::court.court',
  kind: 'collection',
  owner: 'catalog',
  part: 'directory',
  draftAndPublish: false,
  attributes: {
    name: { type: 'string' },
    country_state: { type: 'relation', relation: 'manyToOne', target: 'country-state' },
    state_district: { type: 'relation', relation: 'manyToOne', target: 'state-district' },
    city: { type: 'relation', relation: 'manyToOne', target: 'city' },
    lawyers: { type: 'relation', relation: 'manyToMany', target: 'lawyer', mappedBy: 'PropertyList2' },
    merged_ids: MERGED_IDS,
  },
  counted: 'lawyers',
});
