import type { Connection } from 'mongoose';
import { WireError } from '@vidhi/contracts/errors.ts';

export interface Origin {
  site: string;
  demo: boolean;
}

interface OriginDocument extends Origin {
  _id: 'origin';
  /** Set while the documents of the previous site are being removed. */
  replacing?: true;
}

const originsOf = (connection: Connection) => connection.collection<OriginDocument>('import_origin');

const conflict = (message: string): WireError => new WireError(409, 'ConflictError', message);

/** Resolves with the site that the documents were imported from, or null before the first import. */
export async function findOrigin(connection: Connection): Promise<Origin | null> {
  const found = await originsOf(connection).findOne({ _id: 'origin' });
  return found === null ? null : { site: found.site, demo: found.demo };
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
  if (current.site !== requested.site) {
    if (!current.demo)
      throw conflict(`The documents of ${current.site} are here; another site cannot be imported`);
    if (!replace) throw conflict('The demo site is here; say that it is to be replaced');
  }
  await origins.updateOne({ _id: 'origin' }, { $set: { replacing: true } });
  await removeAll();
  await origins.updateOne(
    { _id: 'origin', replacing: true },
    { $set: { site: requested.site, demo: requested.demo }, $unset: { replacing: '' } },
  );
}
