import { mongoAccess, type MongoSettings } from './engine-access.ts';
import { openMongo, type Database } from './mongo.ts';
import type { ServiceContext } from './run-service.ts';

/** Opens the database of a service, which is closed with it. See `openMongo`. */
export const openDatabase = (
  { closers, log }: Pick<ServiceContext, 'closers' | 'log'>,
  config: MongoSettings,
): Database =>
  closers.open('database', () =>
    openMongo(
      config.MONGO_URL,
      (error) => log.warn({ err: error }, 'the database is unavailable'),
      mongoAccess(config),
    ),
  );
