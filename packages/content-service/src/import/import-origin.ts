import type { Connection } from 'mongoose';
import { WireError } from '@vidhi/contracts/errors.ts';
import {
  modelOf,
  oneOf,
  optional,
  required,
  storedCollection,
} from '@vidhi/service-kit/stored-collection.ts';

export interface Origin {
  site: string;
  demo: boolean;
}

/** Records which site the documents of a service come from: rejects a second site, and replaces the demo on request. */
export interface ImportOrigin {
  claim(requested: Origin, replace: boolean, removeAll: () => Promise<void>): Promise<void>;
  /** Rejects like `claim`, and records nothing. */
  check(requested: Origin, replace: boolean): Promise<void>;
  find(): Promise<Origin | null>;
}

export const IMPORT_ORIGIN = storedCollection('import_origin', {
  _id: oneOf(['origin']),
  site: required(String),
  demo: required(Boolean),
  /** Set while the documents of the previous site are being removed. */
  replacing: optional(Boolean),
});

const originsOf = (connection: Connection) => modelOf(connection, IMPORT_ORIGIN);

const conflict = (message: string): WireError => new WireError(409, 'ConflictError', message);

/** Resolves with the site that the documents were imported from, or null before the first import. */
export async function findOrigin(connection: Connection): Promise<Origin | null> {
  const found = await originsOf(connection).findOne({ _id: 'origin' });
  return found === null ? null : { site: found.site, demo: found.demo };
}

function requireReplaceable(current: Origin, requested: Origin, replace: boolean): void {
  if (current.site === requested.site) return;
  if (!current.demo)
    throw conflict(`The documents of ${current.site} are here; another site cannot be imported`);
  if (!replace) throw conflict('The demo site is here; say that it is to be replaced');
}

/** The record of the imported site in the database of a service; `afterRemoval` removes what depended on its documents. */
export const mongoOrigin = (
  connection: Connection,
  afterRemoval: () => Promise<void> = async () => undefined,
): ImportOrigin => ({
  claim: (requested, replace, removeAll) =>
    claimOrigin(connection, requested, replace, async () => {
      await removeAll();
      await afterRemoval();
    }),
  check: (requested, replace) => checkOrigin(connection, requested, replace),
  find: () => findOrigin(connection),
});

/** Rejects like `claimOrigin`, and records nothing. */
export async function checkOrigin(
  connection: Connection,
  requested: Origin,
  replace: boolean,
): Promise<void> {
  const current = await findOrigin(connection);
  if (current !== null) requireReplaceable(current, requested, replace);
}

/**
 * Records the site that documents are imported from. With `replace`, another site replaces the demo site, after
 * `removeAll` has removed its documents; an interrupted replacement is finished by the next call. Rejects with 409 when
 * the documents are of another site that is not the demo, or without `replace`.
 */
export async function claimOrigin(
  connection: Connection,
  requested: Origin,
  replace: boolean,
  removeAll: () => Promise<void>,
): Promise<void> {
  const origins = originsOf(connection);
  const current = await origins.findOne({ _id: 'origin' });
  if (current === null) {
    await origins.updateOne({ _id: 'origin' }, { $setOnInsert: { ...requested } }, { upsert: true });
    return claimOrigin(connection, requested, replace, removeAll);
  }
  if (current.site === requested.site && current.replacing !== true) return;
  requireReplaceable(current, requested, replace);
  await origins.updateOne({ _id: 'origin' }, { $set: { replacing: true } });
  await removeAll();
  await origins.updateOne(
    { _id: 'origin', replacing: true },
    { $set: { site: requested.site, demo: requested.demo }, $unset: { replacing: '' } },
  );
}
