import { SERVICES } from '@vidhi/contracts/services.mjs';
import { TOPICS } from '@vidhi/contracts/topics.ts';

/** The database of a service, and the topics that it publishes from it. */
export interface ServiceDatabase {
  service: string;
  database: string;
  topics: readonly string[];
}

export const DATABASES: readonly ServiceDatabase[] = SERVICES.filter(({ engines }) =>
  (engines as readonly string[]).includes('mongo'),
).map((service) => ({
  service: service.name,
  database: `vidhi_${service.name.replaceAll('-', '_')}`,
  topics: ('publishes' in service ? service.publishes : []).map((key) => TOPICS[key].name),
}));
