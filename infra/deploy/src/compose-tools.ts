import { ENGINE_FILES_VOLUME, HARDENED, SECRETS_FOLDER, engineAccess, imageOf } from './compose-images.ts';
import {
  DATA_FOLDER,
  ENGINE_SECRETS,
  ENGINE_SETTINGS,
  PORT,
  SANDBOXES,
  type DeployedProcess,
} from './deployed-processes.ts';

/** Workspaces whose code the container `tools` runs; its image has their dependencies. */
export const TOOL_WORKSPACES = [
  'tools/import',
  'tools/recovery',
  'services/accounts',
  'services/cart-orders',
  'services/notify',
];
/** Processes with files that a backup copies, or snapshots that a restore removes. */
const WITH_FILES = ['news', 'news-reader', 'catalog', 'cart-orders'];

/** Returns the addresses of the processes as JSON, as `npm start` records them for the same commands. */
export function siteAddresses(processes: readonly DeployedProcess[]): string {
  const urlOf = (name: string): string => `http://${name}:${PORT}`;
  const services = Object.fromEntries(
    processes
      .filter(({ name }) => name !== 'gateway' && !(SANDBOXES as readonly string[]).includes(name))
      .filter(({ service }) => service !== 'news')
      .map(({ name }) => [name, urlOf(name)]),
  );
  return JSON.stringify({
    gateway: urlOf('gateway'),
    services: { ...services, news: { write: urlOf('news'), read: [urlOf('news-reader')] } },
  });
}

/** Returns the Compose service for commands such as `npm run import`: `docker compose run --rm tools import …`. */
export function toolsService(processes: readonly DeployedProcess[]): object {
  const { build } = imageOf('tools/import', 'tools/import/import-cli.ts', 'tools');
  return {
    image: '${IMAGE_PREFIX:-vidhi}/tools:${TAG:-local}',
    build: { ...build, args: { ...build.args, WORKSPACES: TOOL_WORKSPACES.join(' ') }, target: 'tools' },
    profiles: ['tools'],
    ...HARDENED,
    restart: 'no',
    entrypoint: ['node', 'infra/docker/tools.mjs'],
    environment: {
      DATA_DIR: DATA_FOLDER,
      SERVICE_TOKEN_FILE: `${SECRETS_FOLDER}/service-token`,
      SITE_ADDRESSES: siteAddresses(processes),
      // For backup and restore, which read and write the databases themselves.
      MONGO_URL: '${MONGO_ADDRESS:-mongodb://mongo:27017}/${MONGO_OPTIONS:-?replicaSet=rs0}',
      KAFKA_BROKERS: '${KAFKA_BROKERS:-kafka:9092}',
      REDIS_URL: '${REDIS_QUEUE_URL:-redis://redis-queue:6379}',
      ...engineAccess([...ENGINE_SETTINGS, ...ENGINE_SECRETS]),
    },
    volumes: [
      `tools:${DATA_FOLDER}`,
      ...WITH_FILES.map((name) => `${name}:${DATA_FOLDER}/${name}`),
      `secrets:${SECRETS_FOLDER}:ro`,
      ENGINE_FILES_VOLUME,
      '${ARCHIVES:-./}:/archives:ro',
      '${BACKUPS:-backups}:/backups',
    ],
    healthcheck: { disable: true },
  };
}
