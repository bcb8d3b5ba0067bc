import type { Connection } from 'mongoose';
import { WireError } from '@vidhi/contracts/errors.ts';

export interface Origin {
  site: string;
  demo: boolean;
}

interface OriginDocument extends Origin {
  _id: 'origin';
  /** Set while the documents of the site before are being removed. */
  replacing?: true;
}

const originsOf = (connection: Connection) => connection.collection<OriginDocument>('import_origin');

const conflict = (message: string): WireError => new WireError(409, 'ConflictError', message);

/** Where the documents here came from, or null when nothing was ever imported. */
export async function findOrigin(connection: Connection): Promise<Origin | null> {
  const found = await originsOf(connection).findOne({ _id: 'origin' });
  return found === null ? null : { site: found.site, demo: found.demo };
}

/**
 * Lets one site in. The demo gives way when told to, after everything of it was removed; a site that is
 * no demo is never replaced.
 */
export async function claimOrigin(
  connection: Connection,
  wanted: Origin,
  replace: boolean,
  removeAll: () => Promise<void>,
): Promise<void> {
  const origins = originsOf(connection);
  const known = await origins.findOne({ _id: 'origin' });
  if (known === null) {
    await origins.updateOne({ _id: 'origin' }, { $setOnInsert: { ...wanted } }, { upsert: true });
    return claimOrigin(connection, wanted, replace, removeAll);
  }
  if (known.site === wanted.site && known.replacing !== true) return;
  if (known.site !== wanted.site) {
    if (!known.demo)
      throw conflict(`The documents of ${known.site} are here; another site cannot be imported`);
    if (!replace) throw conflict('The demo site is here; say that it is to be replaced');
  }
  await origins.updateOne({ _id: 'origin' }, { $set: { replacing: true } });
  await removeAll();
  await origins.updateOne(
    { _id: 'origin', replacing: true },
    { $set: { site: wanted.site, demo: wanted.demo }, $unset: { replacing: '' } },
  );
}
