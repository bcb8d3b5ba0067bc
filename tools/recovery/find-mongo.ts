import { CommandError } from '@vidhi/service-kit/site-command.ts';
import { readRecordedPorts } from '@vidhi/local/ports.mjs';

/** Returns the MongoDB URL of a running site: `MONGO_URL`, else the port that the launcher recorded in its data folder. */
export function findMongo(dataDir: string): string {
  const { MONGO_URL: url } = process.env;
  if (url) return url;
  const { mongo } = readRecordedPorts(dataDir);
  if (mongo === undefined)
    throw new CommandError(`No site was found in ${dataDir}. Start it, or set MONGO_URL.`);
  return `mongodb://127.0.0.1:${mongo}/?directConnection=true`;
}
