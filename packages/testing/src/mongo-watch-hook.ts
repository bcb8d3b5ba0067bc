import { appendFileSync } from 'node:fs';
import { watchEveryMongo } from './watch-mongo.ts';

// Loaded into a service's process before its own code (`node --import`): tells the test what it sent outside the subset.
const file = process.env['MONGO_WATCH_FILE'];
if (file === undefined) throw new Error('MONGO_WATCH_FILE is missing');
watchEveryMongo((what) => appendFileSync(file, `${what}\n`));
