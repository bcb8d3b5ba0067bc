import { CommandError, runCommand } from '@vidhi/service-kit/site-command.ts';
import { COLLECTIONS } from './collections.ts';
import { describeCollection } from './describe-collection.ts';

const USAGE = `usage: npm run schemas -- [SERVICE]

Lists the collections of every service, or of one, with the fields of their documents and their indexes. It reads the
declarations, and no database.`;

await runCommand(async ([service, ...rest]) => {
  if (rest.length > 0 || (service !== undefined && !(service in COLLECTIONS))) throw new CommandError(USAGE);
  return Object.entries(COLLECTIONS)
    .filter(([name]) => service === undefined || name === service)
    .flatMap(([name, collections]) => [name, ...collections.flatMap(describeCollection)])
    .join('\n');
});
