import type { Connection } from 'mongoose';
import {
  UserRegistered,
  UserUpdated,
  siteChangedType,
  SiteChanged,
  eventsByType,
} from '@vidhi/contracts/events.ts';
import { userCollection } from '@vidhi/collections/accounts/user.ts';
import { type Copies, copyCollection, createCopies } from '@vidhi/content-service/store.ts';
import { siteOptionCollection } from '../collections/site-option.ts';
import { toModelChange } from '../model/model-changes.ts';

const siteOptionChanged = siteChangedType(siteOptionCollection.name);

export const COPIED_EVENTS = eventsByType([
  UserRegistered,
  UserUpdated,
  ...SiteChanged.filter(({ type }) => type === siteOptionChanged),
]);

/** Names of the owners of profiles, and the options of the site. */
export const COPIES = {
  [userCollection.name]: copyCollection('owners'),
  [siteOptionCollection.name]: copyCollection('site_options'),
};

/** Copies of other services' documents in the database of catalog. */
export const createCatalogCopies = (connection: Connection): Copies =>
  createCopies({
    connection,
    collections: COPIES,
    toChange: toModelChange,
  });
