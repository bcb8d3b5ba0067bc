import { LAUNCHED_SERVICES } from '@vidhi/local/services.mjs';
import { ENGINES } from './compose-engines.ts';
import { ENGINE_FILES_VOLUME, HARDENED, SECRETS_FOLDER, engineAccess, imageOf } from './compose-images.ts';
import { GRAFANA_PORT, OBSERVERS, OBSERVER_SECRETS } from './compose-observers.ts';
import { toolsService } from './compose-tools.ts';
import {
  CLIENT_LIMITS,
  DATA_FOLDER,
  OPTIONAL_PARTS,
  OPTIONAL_SECRETS,
  SELLER_SETTINGS,
  PORT,
  SMTP_PORT,
  deployedProcesses,
  type DeployedProcess,
} from './deployed-processes.ts';

// Builds docker-compose.yml from the list of services and their settings.

/** The network of the containers: services behind the gateway trust `X-Forwarded-For` from it alone. */
const SUBNET = '${COMPOSE_SUBNET:-172.30.84.0/24}';
const SITE_PORT = '${PORT:-8080}';
/** Not derived from the port: docker-compose 1 does not nest variables. */
const PUBLIC_URL = '${PUBLIC_URL:-http://127.0.0.1:8080}';
const INBOX_PORT = '${MAIL_INBOX_PORT:-8025}';
const PAYMENTS_PORT = '${PAYMENT_SANDBOX_PORT:-8026}';

const QUEUES = new Set(
  LAUNCHED_SERVICES.flatMap(({ name, hasQueues }) => (hasQueues === true ? [name] : [])),
);

/** Files in the folder of secrets, by the setting that they are the value of. */
const SECRET_FILES: Readonly<Record<string, string>> = {
  SERVICE_TOKEN: 'service-token',
  METRICS_TOKEN: 'metrics-token',
  KEY_ENCRYPTION_KEY: 'key-encryption-key',
  MAIL_LINK_SECRET: 'mail-link-secret',
  CART_COOKIE_SECRET: 'cart-cookie-secret',
  ORDER_LINK_SECRET: 'order-link-secret',
  RAZORPAY_KEY_SECRET: 'razorpay-key-secret',
  RAZORPAY_WEBHOOK_SECRET: 'razorpay-webhook-secret',
  S3_ACCESS_KEY: 's3-access-key',
  S3_SECRET_KEY: 's3-secret-key',
};

const imageOfProcess = ({ service, script }: DeployedProcess) =>
  imageOf(
    script
      .split('/')
      .slice(0, script.startsWith('web/') ? 1 : 2)
      .join('/'),
    script,
    service === 'payment-sandbox' ? 'payment-sandbox' : service,
  );

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
    ...engineAccess(declared),
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
    ...Object.fromEntries(SELLER_SETTINGS.filter(has).map((name) => [name, `\${${name}:-}`])),
    ...(has('SMTP_HOST') ? { SMTP_HOST: '0.0.0.0', SMTP_PORT: String(SMTP_PORT) } : {}),
    ...(has('HOST_NAMES') ? { HOST_NAMES: service } : {}),
    ...(has('CHECKOUT_SCRIPT_URL')
      ? { CHECKOUT_SCRIPT_URL: `http://127.0.0.1:${PAYMENTS_PORT}/v1/checkout.js` }
      : {}),
    ...(has('RAZORPAY_KEY_ID') ? { RAZORPAY_KEY_ID: 'rzp_test_sandbox' } : {}),
    ...env,
    // An empty value is the default.
    ...Object.fromEntries(
      [...OPTIONAL_PARTS, ...CLIENT_LIMITS].filter(has).map((name) => [name, `\${${name}:-}`]),
    ),
    ...Object.fromEntries(
      secrets.map(([name, file]) => {
        const path = `${SECRETS_FOLDER}/${file}`;
        return [`${name}_FILE`, name.startsWith('S3_') ? `\${${name}_FILE-${path}}` : path];
      }),
    ),
    ...Object.fromEntries(
      OPTIONAL_SECRETS.filter(has).map((name) => [`${name}_FILE`, `\${${name}_FILE-/dev/null}`]),
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
        ...(process.declared.includes('KAFKA_TLS') ? [ENGINE_FILES_VOLUME] : []),
      ],
      ...(needsSecrets ? { depends_on: { secrets: { condition: 'service_completed_successfully' } } } : {}),
      ...(published === undefined ? {} : { ports: [published] }),
    },
  ];
}

const helper = imageOf('services/gateway', 'services/gateway/src/server.ts', 'gateway');

const HELPERS = {
  secrets: {
    ...helper,
    command: [
      'node',
      'infra/docker/create-secrets.mjs',
      SECRETS_FOLDER,
      ...Object.values(SECRET_FILES),
      ...OBSERVER_SECRETS,
    ],
    read_only: true,
    network_mode: 'none',
    healthcheck: { disable: true },
    // A new volume takes over the owner of the folder in the image: Prometheus runs as the user who may read the token.
    volumes: [`secrets:${SECRETS_FOLDER}`, `prometheus:${DATA_FOLDER}`],
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
      `With --profile obs: Grafana at http://127.0.0.1:${GRAFANA_PORT}`,
    ],
    read_only: true,
    network_mode: 'none',
    healthcheck: { disable: true },
    depends_on: { gateway: { condition: 'service_healthy' }, web: { condition: 'service_healthy' } },
  },
};

export async function composeFile(): Promise<object> {
  const processes = await deployedProcesses({ withSandboxes: true });
  const services: Record<string, object> = {
    ...ENGINES,
    ...HELPERS,
    ...Object.fromEntries(processes.map(serviceOf)),
    tools: toolsService(processes),
    ...OBSERVERS,
  };
  const volumes = Object.values(services).flatMap((service) =>
    ((service as { volumes?: string[] }).volumes ?? []).flatMap(
      (volume) => /^([\w-]+):/.exec(volume)?.[1] ?? [],
    ),
  );
  return {
    services,
    networks: { default: { ipam: { config: [{ subnet: SUBNET }] } } },
    volumes: Object.fromEntries([...new Set([...volumes, 'backups'])].map((name) => [name, null])),
  };
}
