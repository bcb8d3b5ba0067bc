import { storePath } from '#shared/catalogue/stores.ts';

export const DIRECTORY_NAME = 'Find a Lawyer';

export const directoryPaths = {
  index: () => '/find-a-lawyer',
  practice: (slug: string) => `/find-a-lawyer/${encodeURIComponent(slug)}`,
  /** Not below `/find-a-lawyer`, where it would hide a practice area with the slug `order`. */
  order: () => '/catalogs/lawyers/order',
} as const;

/** Ids that the list of lawyers is narrowed by. */
export interface LawyerChoice {
  state?: number;
  city?: number;
  practice?: number;
}

/** The list of lawyers with a filter preset. */
export const lawyersPath = (choice: LawyerChoice): string => {
  const query = new URLSearchParams(Object.entries(choice).map(([name, id]) => [name, String(id)]));
  return `${storePath('lawyers')}?${query}`;
};
