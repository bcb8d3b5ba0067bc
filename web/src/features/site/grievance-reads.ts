import type { Attributes } from '@vidhi/collections/all.ts';
import { GRIEVANCE_DAYS } from '@vidhi/contracts/grievance-categories.ts';
import type { QueryDefinition, WireOne } from '#shared/api/read.ts';
import { optionsRead } from '#shared/site/site-reads.ts';

/** Days in which grievances are decided; null where the site takes none. The same response as `optionsRead`. */
export const grievanceDaysRead: QueryDefinition<void, number | null, WireOne<Attributes<'site-option'>>> = {
  name: 'grievanceDays',
  shared: true,
  path: optionsRead.path,
  transform: ({ data }) =>
    data?.attributes.takes_grievances === true ? (data.attributes.grievance_days ?? GRIEVANCE_DAYS) : null,
  notFoundValue: null,
};
