import mongoose, { type Connection } from 'mongoose';
import { CommandError } from '@vidhi/service-kit/site-command.ts';
import { readMongoAccess, type MongoAccess } from '@vidhi/service-kit/engine-access.ts';
import { settingOf } from '@vidhi/local/setting.mjs';
import { readRecordedPorts } from '@vidhi/local/ports.mjs';

/** The URL of a MongoDB, and the driver's options for its TLS settings. */
export interface FoundMongo {
  url: string;
  access: MongoAccess;
}

/** Returns the MongoDB of a running site: that of `MONGO_URL`, else the port that the launcher recorded in its data folder. */
function findMongo(dataDir: string): FoundMongo {
  const url = settingOf(process.env, 'MONGO_URL');
  if (url !== undefined) return { url, access: readMongoAccess(process.env) };
  const { mongo } = readRecordedPorts(dataDir);
  if (mongo === undefined)
    throw new CommandError(`No site was found in ${dataDir}. Start it, or set MONGO_URL.`);
  return { url: `mongodb://127.0.0.1:${mongo}/?directConnection=true`, access: {} };
}

/** Connects to the MongoDB of a running site; the caller closes the connection. Rejects with a `CommandError` without one. */
export async function connectMongo(dataDir: string): Promise<Connection> {
  const { url, access } = findMongo(dataDir);
  return mongoose
    .createConnection(url, { ...access, serverSelectionTimeoutMS: 3_000 })
    .asPromise()
    .catch((error: unknown) => {
      throw new CommandError('MongoDB does not respond. Is the site running?', { cause: error });
    });
}
