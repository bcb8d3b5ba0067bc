import { ENGINE_IMAGES } from '@vidhi/local/engine-images.mjs';
import {
  DATA_FOLDER,
  PORT,
  SANDBOXES,
  SMTP_PORT,
  deployedProcesses,
  type DeployedProcess,
} from './deployed-processes.ts';

// Builds docker-compose.yml from the list of services and their settings.

const SECRETS_FOLDER = '/secrets';
/** The network of the containers: services behind the gateway believe `X-Forwarded-For` from it alone. */
const SUBNET = '${COMPOSE_SUBNET:-172.30.84.0/24}';
const SITE_PORT = '${PORT:-8080}';
/** Not derived from the port: docker-compose 1 does not nest variables. */
const PUBLIC_URL = '${PUBLIC_URL:-http://127.0.0.1:8080}';
const INBOX_PORT = '${MAIL_INBOX_PORT:-8025}';
const PAYMENTS_PORT = '${PAYMENT_SANDBOX_PORT:-8026}';

/** Services whose keys in Redis are queues; the keys of all others may be evicted. */
const QUEUES = new Set(['catalog', 'notify']);

/** Files in the folder of secrets, by the setting that they are the value of. */
const SECRET_FILES: Readonly<Record<string, string>> = {
  SERVICE_TOKEN: 'service-token',
  METRICS_TOKEN: 'metrics-token',
  KEY_ENCRYPTION_KEY: 'key-encryption-key',
  MAIL_LINK_SECRET: 'mail-link-secret',
  CART_COOKIE_SECRET: 'cart-cookie-secret',
  RAZORPAY_KEY_SECRET: 'razorpay-key-secret',
  RAZORPAY_WEBHOOK_SECRET: 'razorpay-webhook-secret',
  S3_ACCESS_KEY: 's3-access-key',
  S3_SECRET_KEY: 's3-secret-key',
};

const imageOf = (folder: string, script: string, name: string) => ({
  image: `\${IMAGE_PREFIX:-vidhi}/${name}:\${TAG:-local}`,
  build: {
    context: '.',
    dockerfile: folder === 'web' ? 'infra/docker/web.Dockerfile' : 'infra/docker/service.Dockerfile',
    network: '${BUILD_NETWORK:-default}',
    args: {
      BASE: '${BASE:-node:24-bookworm-slim}',
      ...(folder === 'web' ? {} : { FOLDER: folder, SCRIPT: script }),
    },
  },
});

const imageOfProcess = ({ service, script }: DeployedProcess) =>
  imageOf(
    script
      .split('/')
      .slice(0, script.startsWith('web/') ? 1 : 2)
      .join('/'),
    script,
    service === 'payment-sandbox' ? 'payment-sandbox' : service,
  );

/** What every container of the site has: nothing of its root file system can be written. */
const HARDENED = {
  read_only: true,
  tmpfs: ['/tmp'],
  cap_drop: ['ALL'],
  security_opt: ['no-new-privileges:true'],
  restart: 'unless-stopped',
};

function settingsOf({ service, declared, env }: DeployedProcess): Record<string, string> {
  const has = (name: string): boolean => declared.includes(name);
  const secrets = Object.entries(SECRET_FILES).filter(([name]) => has(name));
  return {
    LOG_LEVEL: '${LOG_LEVEL:-info}',
    ...(has('PUBLIC_URL') ? { PUBLIC_URL } : {}),
    ...(has('MONGO_URL')
      ? {
          MONGO_URL: `\${MONGO_ADDRESS:-mongodb://mongo:27017}/vidhi_${service.replaceAll('-', '_')}\${MONGO_OPTIONS:-?replicaSet=rs0}`,
        }
      : {}),
    ...(has('KAFKA_BROKERS') ? { KAFKA_BROKERS: '${KAFKA_BROKERS:-kafka:9092}' } : {}),
    ...(has('REDIS_URL')
      ? {
          REDIS_URL: QUEUES.has(service)
            ? '${REDIS_QUEUE_URL:-redis://redis-queue:6379}'
            : '${REDIS_CACHE_URL:-redis://redis-cache:6379}',
        }
      : {}),
    ...(has('S3_ENDPOINT')
      ? { S3_ENDPOINT: '${S3_ENDPOINT-http://s3:9000}', S3_BUCKET: '${S3_BUCKET-vidhi}' }
      : {}),
    ...(has('TRUSTED_PROXIES')
      ? { TRUSTED_PROXIES: service === 'gateway' ? '${TRUSTED_PROXIES:-}' : SUBNET }
      : {}),
    ...(has('ACCEPTED_SERVICE_TOKENS') ? { ACCEPTED_SERVICE_TOKENS: '${ACCEPTED_SERVICE_TOKENS:-}' } : {}),
    ...(has('OTEL_EXPORTER_OTLP_ENDPOINT')
      ? { OTEL_EXPORTER_OTLP_ENDPOINT: '${OTEL_EXPORTER_OTLP_ENDPOINT:-}' }
      : {}),
    ...(has('SMTP_HOST') ? { SMTP_HOST: '0.0.0.0', SMTP_PORT: String(SMTP_PORT) } : {}),
    ...(has('HOST_NAMES') ? { HOST_NAMES: service } : {}),
    ...(has('CHECKOUT_SCRIPT_URL')
      ? { CHECKOUT_SCRIPT_URL: `http://127.0.0.1:${PAYMENTS_PORT}/v1/checkout.js` }
      : {}),
    ...(has('RAZORPAY_KEY_ID') ? { RAZORPAY_KEY_ID: 'rzp_test_sandbox' } : {}),
    ...env,
    ...Object.fromEntries(
      secrets.map(([name, file]) => {
        const path = `${SECRETS_FOLDER}/${file}`;
        return [`${name}_FILE`, name.startsWith('S3_') ? `\${${name}_FILE-${path}}` : path];
      }),
    ),
  };
}

const publishedPort = (name: string): string | undefined =>
  ({
    gateway: `127.0.0.1:${SITE_PORT}:${PORT}`,
    sandbox: `127.0.0.1:${INBOX_PORT}:${PORT}`,
    'payment-sandbox': `127.0.0.1:${PAYMENTS_PORT}:${PORT}`,
  })[name];

function serviceOf(process: DeployedProcess): [string, object] {
  const settings = settingsOf(process);
  const published = publishedPort(process.name);
  const needsSecrets = Object.keys(settings).some((name) => name.endsWith('_FILE') && name !== 'JWKS_FILE');
  const hasData = process.declared.some((name) => name === 'DATA_DIR' || name === 'JWKS_FILE');
  return [
    process.name,
    {
      ...imageOfProcess(process),
      command: [...process.command],
      ...HARDENED,
      environment: settings,
      volumes: [
        ...(hasData ? [`${process.name}:${DATA_FOLDER}`] : []),
        ...(needsSecrets ? [`secrets:${SECRETS_FOLDER}:ro`] : []),
      ],
      ...(needsSecrets ? { depends_on: { secrets: { condition: 'service_completed_successfully' } } } : {}),
      ...(published === undefined ? {} : { ports: [published] }),
    },
  ];
}

const HEALTH = { interval: '5s', timeout: '5s', retries: 30 };

const ENGINES = {
  mongo: {
    image: `\${MONGO_IMAGE:-${ENGINE_IMAGES.mongo}}`,
    command: ['mongod', '--replSet', 'rs0', '--bind_ip_all'],
    restart: 'unless-stopped',
    volumes: ['mongo:/data/db'],
    healthcheck: {
      // Makes the replica set of this one member at the first start.
      test: [
        'CMD',
        'mongosh',
        '--quiet',
        '--eval',
        "try { rs.status().ok } catch { rs.initiate({ _id: 'rs0', members: [{ _id: 0, host: 'mongo:27017' }] }).ok }; quit(db.hello().isWritablePrimary ? 0 : 1)",
      ],
      ...HEALTH,
    },
  },
  kafka: {
    image: `\${KAFKA_IMAGE:-${ENGINE_IMAGES.kafka}}`,
    restart: 'unless-stopped',
    environment: {
      KAFKA_NODE_ID: '1',
      KAFKA_PROCESS_ROLES: 'broker,controller',
      KAFKA_LISTENERS: 'PLAINTEXT://:9092,CONTROLLER://:9093',
      KAFKA_ADVERTISED_LISTENERS: 'PLAINTEXT://kafka:9092',
      KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
      KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
      KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
      KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
      KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: '1',
      KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '1',
      KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
      KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
      // The settings of infra/local: large documents, and events of two weeks.
      KAFKA_MESSAGE_MAX_BYTES: '8388608',
      KAFKA_REPLICA_FETCH_MAX_BYTES: '8388608',
      KAFKA_LOG_RETENTION_HOURS: '336',
      KAFKA_LOG_DIRS: '/var/lib/kafka/data',
    },
    volumes: ['kafka:/var/lib/kafka/data'],
    healthcheck: {
      test: ['CMD', '/opt/kafka/bin/kafka-topics.sh', '--bootstrap-server', 'localhost:9092', '--list'],
      ...HEALTH,
      timeout: '10s',
    },
  },
  'redis-queue': {
    image: `\${REDIS_IMAGE:-${ENGINE_IMAGES.redis}}`,
    // Jobs must not be evicted, and outlive a restart.
    command: ['redis-server', '--appendonly', 'yes', '--maxmemory-policy', 'noeviction'],
    restart: 'unless-stopped',
    volumes: ['redis-queue:/data'],
    healthcheck: { test: ['CMD', 'redis-cli', 'ping'], ...HEALTH },
  },
  'redis-cache': {
    image: `\${REDIS_IMAGE:-${ENGINE_IMAGES.redis}}`,
    command: [
      'redis-server',
      '--appendonly',
      'no',
      '--save',
      '',
      '--maxmemory',
      '128mb',
      '--maxmemory-policy',
      'volatile-lru',
    ],
    restart: 'unless-stopped',
    healthcheck: { test: ['CMD', 'redis-cli', 'ping'], ...HEALTH },
  },
  s3: {
    image: `\${S3_IMAGE:-${ENGINE_IMAGES.s3}}`,
    command: ['server', '/data', '--address', ':9000'],
    restart: 'unless-stopped',
    environment: {
      MINIO_ROOT_USER_FILE: `${SECRETS_FOLDER}/s3-access-key`,
      MINIO_ROOT_PASSWORD_FILE: `${SECRETS_FOLDER}/s3-secret-key`,
      MINIO_BROWSER: 'off',
    },
    volumes: ['s3:/data', `secrets:${SECRETS_FOLDER}:ro`],
    depends_on: { secrets: { condition: 'service_completed_successfully' } },
  },
};

const helper = imageOf('services/gateway', 'services/gateway/src/server.ts', 'gateway');

const HELPERS = {
  secrets: {
    ...helper,
    command: ['node', 'infra/docker/create-secrets.mjs', SECRETS_FOLDER, ...Object.values(SECRET_FILES)],
    read_only: true,
    network_mode: 'none',
    healthcheck: { disable: true },
    volumes: [`secrets:${SECRETS_FOLDER}`],
  },
  addresses: {
    ...helper,
    command: [
      'node',
      'infra/docker/print-addresses.mjs',
      `Vidhi is ready at ${PUBLIC_URL}`,
      `Mail inbox at http://127.0.0.1:${INBOX_PORT}`,
      `Payment sandbox at http://127.0.0.1:${PAYMENTS_PORT}`,
      'For the demo site and its accounts: docker compose run --rm tools demo',
    ],
    read_only: true,
    network_mode: 'none',
    healthcheck: { disable: true },
    depends_on: { gateway: { condition: 'service_healthy' }, web: { condition: 'service_healthy' } },
  },
};

/** Commands of `npm run`, beside the running site: `docker compose run --rm tools import …`. */
function toolsService(processes: readonly DeployedProcess[]): object {
  const urlOf = (name: string): string => `http://${name}:${PORT}`;
  const services = Object.fromEntries(
    processes
      .filter(({ name }) => name !== 'gateway' && !(SANDBOXES as readonly string[]).includes(name))
      .filter(({ service }) => service !== 'news')
      .map(({ name }) => [name, urlOf(name)]),
  );
  const { build } = imageOf('tools/import', 'tools/import/import-cli.ts', 'tools');
  return {
    image: '${IMAGE_PREFIX:-vidhi}/tools:${TAG:-local}',
    build: { ...build, target: 'tools' },
    profiles: ['tools'],
    ...HARDENED,
    restart: 'no',
    entrypoint: ['node', 'infra/docker/tools.mjs'],
    environment: {
      DATA_DIR: DATA_FOLDER,
      SERVICE_TOKEN_FILE: `${SECRETS_FOLDER}/service-token`,
      SITE_ADDRESSES: JSON.stringify({
        gateway: urlOf('gateway'),
        services: { ...services, news: { write: urlOf('news'), read: [urlOf('news-reader')] } },
      }),
    },
    volumes: [`tools:${DATA_FOLDER}`, `secrets:${SECRETS_FOLDER}:ro`, '${ARCHIVES:-./}:/archives:ro'],
    healthcheck: { disable: true },
  };
}

export async function composeFile(): Promise<object> {
  const processes = await deployedProcesses({ withSandboxes: true });
  const services: Record<string, object> = {
    ...ENGINES,
    ...HELPERS,
    ...Object.fromEntries(processes.map(serviceOf)),
    tools: toolsService(processes),
  };
  const volumes = Object.values(services).flatMap((service) =>
    ((service as { volumes?: string[] }).volumes ?? []).flatMap(
      (volume) => /^([\w-]+):/.exec(volume)?.[1] ?? [],
    ),
  );
  return {
    services,
    networks: { default: { ipam: { config: [{ subnet: SUBNET }] } } },
    volumes: Object.fromEntries([...new Set(volumes)].map((name) => [name, null])),
  };
}
