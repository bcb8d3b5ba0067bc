import type { Connection } from 'mongoose';
import { eventsByType } from '@vidhi/contracts/events.ts';
import {
  MediaChanged,
  MediaRemoved,
  MediaStored,
  UserRegistered,
  UserUpdated,
} from '@vidhi/contracts/events.ts';
import { type Copies, copyCollection, createCopies } from '@vidhi/content-service/store.ts';
import { toModelChange } from '../model/model-changes.ts';

export const COPIED_EVENTS = eventsByType([
  MediaStored,
  MediaChanged,
  MediaRemoved,
  UserRegistered,
  UserUpdated,
]);

/** Picture objects of catalog, and names of accounts. */
export const COPIES = { file: copyCollection('media'), user: copyCollection('authors') };

/** Copies of other services' data in the database of news. */
export const createNewsCopies = (connection: Connection): Copies =>
  createCopies({
    connection,
    collections: COPIES,
    toChange: toModelChange,
  });
