import { cataloguePath } from '#shared/catalogue/catalogue-kind.ts';

export const DIRECTORY_NAME = 'Find a Lawyer';

export const directoryPaths = {
  index: () => '/find-a-lawyer',
  practice: (slug: string) => `/find-a-lawyer/${encodeURIComponent(slug)}`,
  /** Not below `/find-a-lawyer`, where it would shadow a practice area with the slug `order`. */
  order: () => '/catalogs/lawyers/order',
} as const;

/** Ids by which the list of lawyers is filtered. */
export interface LawyerChoice {
  state?: number;
  city?: number;
  practice?: number;
}

/** Returns the path of the filtered list of lawyers. */
export const lawyersPath = (choice: LawyerChoice): string => {
  const query = new URLSearchParams(Object.entries(choice).map(([name, id]) => [name, String(id)]));
  return `${cataloguePath('lawyers')}?${query}`;
};
