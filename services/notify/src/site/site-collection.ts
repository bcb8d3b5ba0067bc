import {
  nullable,
  required,
  storedCollection,
  type StoredDocument,
} from '@vidhi/service-kit/stored-collection.ts';

/** Settings of the site that mails use, and pages that they link to, copied from the events of news. */
export const SITE = storedCollection('site', {
  /** `hosted-page:` and an id for a page. */
  _id: required(String),
  rev: required(Number),
  contactEmail: nullable(String),
  siteName: nullable(String),
  footerFrom: nullable(Number),
  footerTo: nullable(Number),
  takesGrievances: nullable(Boolean),
  grievanceDays: nullable(Number),
  officer: nullable(String),
  officerContact: nullable(String),
  /** Name of a page, which is its path. */
  pageName: nullable(String),
});

export type SiteDocument = StoredDocument<typeof SITE>;
