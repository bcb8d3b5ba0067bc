import { defineCollection } from '../declaration.ts';
import { MERGED_IDS } from '../merged-ids.ts';

export const countryStateCollection = defineCollection({
  name: 'country-state',
  plural: 'country-states',
  uid: 'api::country-state.country-state',
  kind: 'collection',
  owner: 'catalog',
  part: 'directory',
  draftAndPublish: false,
  attributes: {
    name: { type: 'string' },
    merged_ids: MERGED_IDS,
  },
});

export const stateDistrictCollection = defineCollection({
  name: 'state-district',
  plural: 'state-districts',
  uid: 'api::state-district.state-district',
  kind: 'collection',
  owner: 'catalog',
  part: 'directory',
  draftAndPublish: false,
  attributes: {
    name: { type: 'string' },
    country_state: { type: 'relation', relation: 'manyToOne', target: 'country-state' },
    merged_ids: MERGED_IDS,
  },
});

export const cityCollection = defineCollection({
  name: 'city',
  plural: 'cities',
  uid: 'api::city.city',
  kind: 'collection',
  owner: 'catalog',
  part: 'directory',
  draftAndPublish: false,
  attributes: {
    name: { type: 'string' },
    country_state: { type: 'relation', relation: 'manyToOne', target: 'country-state' },
    state_district: { type: 'relation', relation: 'manyToOne', target: 'state-district' },
    merged_ids: MERGED_IDS,
  },
});
