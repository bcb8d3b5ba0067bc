import type { Connection } from 'mongoose';
import {
  UserRegistered,
  UserUpdated,
  siteChangedType,
  SiteChanged,
  type EventDeclaration,
} from '@vidhi/contracts/events.ts';
import { userCollection } from '@vidhi/collections/accounts/user.ts';
import { type Copies, createCopies } from '@vidhi/content-service/store.ts';
import { siteOptionCollection } from './collections/site-option.ts';
import { toModelChange } from './model-changes.ts';

const siteOptionChanged = siteChangedType(siteOptionCollection.name);

export const COPIED_EVENTS: ReadonlyMap<string, EventDeclaration> = new Map(
  [UserRegistered, UserUpdated, ...SiteChanged.filter(({ type }) => type === siteOptionChanged)].map(
    (event) => [event.type, event],
  ),
);

/**
 * Copies of other services' documents in the database of catalog: names of the owners of profiles, and the options of the
 * site.
 */
export const createCatalogCopies = (connection: Connection): Copies =>
  createCopies({
    connection,
    collections: { [userCollection.name]: 'owners', [siteOptionCollection.name]: 'site_options' },
    toChange: toModelChange,
  });
