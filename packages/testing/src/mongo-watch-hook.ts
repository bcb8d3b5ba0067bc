import { appendFileSync } from 'node:fs';
import { watchAllMongoClients } from './watch-mongo.ts';

// Preloaded into a service's process (`node --import`): appends commands outside the MongoDB subset to a file that the
// test reads.
const file = process.env['MONGO_WATCH_FILE'];
if (file === undefined) throw new Error('MONGO_WATCH_FILE is missing');
watchAllMongoClients((violation) => appendFileSync(file, `${violation}\n`));
