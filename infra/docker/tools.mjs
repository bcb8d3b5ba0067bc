import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';

// The entry point of the image `tools`: runs a command of this product beside a running site. SITE_ADDRESSES and
// SERVICE_TOKEN (or SERVICE_TOKEN_FILE) name the site; they are recorded where the commands look for them.

const COMMANDS = {
  import: ['tools/import/import-cli.ts'],
  demo: ['infra/docker/import-demo.mjs'],
  staff: ['services/accounts/src/staff-cli.ts'],
  reconcile: ['services/cart-orders/src/reconcile-cli.ts'],
  mails: ['services/notify/src/mails-cli.ts'],
  // MONGO_URL, KAFKA_BROKERS and REDIS_URL name the engines.
  backup: ['tools/recovery/backup.ts'],
  restore: ['tools/recovery/restore.ts'],
  'drill:restore': ['tools/recovery/restore-drill.ts'],
  migrate: ['tools/recovery/migrate.ts'],
};

const [name = '', ...args] = process.argv.slice(2);
const command = COMMANDS[/** @type {keyof typeof COMMANDS} */ (name)];
const { DATA_DIR = '/data', SITE_ADDRESSES, SERVICE_TOKEN, SERVICE_TOKEN_FILE } = process.env;
if (command === undefined || SITE_ADDRESSES === undefined) {
  console.error(`Usage: ${Object.keys(COMMANDS).join(' | ')} ARGUMENTS...`);
  process.exit(2);
}
const serviceToken = SERVICE_TOKEN ?? readFileSync(String(SERVICE_TOKEN_FILE), 'utf8').trim();
mkdirSync(join(DATA_DIR, 'run'), { recursive: true });
writeFileSync(
  join(DATA_DIR, 'run', 'services.json'),
  JSON.stringify({ ...JSON.parse(SITE_ADDRESSES), serviceToken }),
  { mode: 0o600 },
);
const { status } = spawnSync(
  process.execPath,
  ['--disable-warning=ExperimentalWarning', resolve(import.meta.dirname, '../..', command[0]), ...args],
  { stdio: 'inherit', env: { ...process.env, DATA_DIR } },
);
process.exit(status ?? 1);
