import type { Connection } from 'mongoose';
import type { EventDeclaration } from '@vidhi/contracts/events.ts';
import {
  MediaChanged,
  MediaRemoved,
  MediaStored,
  UserRegistered,
  UserUpdated,
} from '@vidhi/contracts/events.ts';
import { type Copies, createCopies } from '@vidhi/content-service/store.ts';
import { toModelChange } from '../model-changes.ts';

export const COPIED_EVENTS: ReadonlyMap<string, EventDeclaration> = new Map(
  [MediaStored, MediaChanged, MediaRemoved, UserRegistered, UserUpdated].map((event) => [event.type, event]),
);

/** Copies of other services' data in the database of news: picture objects of catalog, names of accounts. */
export const createNewsCopies = (connection: Connection): Copies =>
  createCopies({
    connection,
    collections: { file: 'media', user: 'authors' },
    toChange: toModelChange,
  });
