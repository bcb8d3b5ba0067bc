import { parseArgs } from 'node:util';
import { MigrationOrderError, migrate, type Migration } from '@vidhi/service-kit/migrations.ts';
import { CommandError, runCommand } from '@vidhi/service-kit/site-command.ts';
import { compareIndexes, createIndexes } from '@vidhi/service-kit/stored-collection.ts';
import { dataDirOf } from '@vidhi/local/paths.mjs';
import { MIGRATIONS as accounts } from '../../services/accounts/src/migrations/migrations.ts';
import { MIGRATIONS as cartOrders } from '../../services/cart-orders/src/migrations/migrations.ts';
import { COLLECTIONS } from './collections.ts';
import { DATABASES } from './databases.ts';
import { connectMongo } from './connect-mongo.ts';

const USAGE = `usage: npm run migrate -- [--dry-run]

Applies the migrations that the databases of a site have not recorded, and creates the indexes that they lack, while it
runs. The site is that of DATA_DIR (.data), or the MongoDB of MONGO_URL. With --dry-run it writes nothing and lists them,
with the number of documents that each migration would change.`;

const MIGRATIONS: Readonly<Record<string, readonly Migration[]>> = {
  accounts,
  'cart-orders': cartOrders,
};

await runCommand(async (words) => {
  const { positionals, values } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean', default: false } },
  });
  if (positionals.length > 0) throw new CommandError(USAGE);
  const isDryRun = values['dry-run'];
  const connection = await connectMongo(dataDirOf(process.env));
  const lines: string[] = [];
  try {
    for (const { service, database } of DATABASES) {
      const at = connection.useDb(database);
      const steps = await migrate(at, MIGRATIONS[service] ?? [], { isDryRun }).catch((error: unknown) => {
        if (!(error instanceof MigrationOrderError)) throw error;
        throw new CommandError(`${service}: ${error.message}`);
      });
      for (const { id, name, documents } of steps)
        lines.push(`${service} ${id} ${name}: ${documents} documents${isDryRun ? ' would change' : ''}`);
      const collections = COLLECTIONS[service] ?? [];
      const { missing } = await compareIndexes(at, collections);
      if (!isDryRun) await createIndexes(at, collections);
      lines.push(
        ...missing.map(
          (index) => `${service}: the index of ${index} ${isDryRun ? 'is missing' : 'is created'}`,
        ),
      );
    }
  } finally {
    await connection.close();
  }
  return lines.length === 0 ? 'All migrations are recorded, and no index is missing.' : lines.join('\n');
});
