import { ENGINE_IMAGES } from '@vidhi/local/engine-images.mjs';
import { SECRETS_FOLDER } from './compose-images.ts';

const HEALTH = { interval: '5s', timeout: '5s', retries: 30 };

/** MongoDB, Kafka, Redis and the S3 server as containers. */
export const ENGINES = {
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
    // The image has MinIO's client; another S3 server needs a check of its own in an override.
    healthcheck: { test: ['CMD', 'mc', 'ready', 'local'], ...HEALTH },
    depends_on: { secrets: { condition: 'service_completed_successfully' } },
  },
};
