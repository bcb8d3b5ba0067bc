import { watchAllMongoClients } from './watch-mongo.ts';

/** The watch of all MongoDB clients of this process: one for all files that a worker runs. */
export const processWatch = watchAllMongoClients();
