import { SECRETS_FOLDER } from './compose-images.ts';
import { DATA_FOLDER } from './deployed-processes.ts';

// Prometheus and Grafana, in the profile `obs`.

const PROMETHEUS_PORT = '${PROMETHEUS_PORT:-9090}';
export const GRAFANA_PORT = '${GRAFANA_PORT:-3000}';
const PASSWORD_FILE = 'grafana-password';
export const OBSERVER_SECRETS = [PASSWORD_FILE];

const OBSERVER = {
  profiles: ['obs'],
  // The user of the site's containers, who may read the secrets.
  user: '10001:10001',
  read_only: true,
  tmpfs: ['/tmp'],
  cap_drop: ['ALL'],
  security_opt: ['no-new-privileges:true'],
  restart: 'unless-stopped',
  depends_on: { secrets: { condition: 'service_completed_successfully' } },
};
const HEALTH = { interval: '5s', timeout: '5s', retries: 30 };

export const OBSERVERS = {
  prometheus: {
    image: '${PROMETHEUS_IMAGE:-prom/prometheus:v3.5.0}',
    command: [
      '--config.file=/etc/prometheus/prometheus.yaml',
      `--storage.tsdb.path=${DATA_FOLDER}`,
      '--storage.tsdb.retention.time=30d',
    ],
    ...OBSERVER,
    volumes: [
      './infra/prometheus:/etc/prometheus:ro',
      `prometheus:${DATA_FOLDER}`,
      `secrets:${SECRETS_FOLDER}:ro`,
    ],
    ports: [`127.0.0.1:${PROMETHEUS_PORT}:9090`],
    healthcheck: { test: ['CMD', 'wget', '-qO-', 'http://127.0.0.1:9090/-/ready'], ...HEALTH },
  },
  grafana: {
    image: '${GRAFANA_IMAGE:-grafana/grafana:12.1.0}',
    ...OBSERVER,
    // Its image lets the group root write to its data.
    user: '10001:0',
    environment: {
      GF_SECURITY_ADMIN_PASSWORD__FILE: `${SECRETS_FOLDER}/${PASSWORD_FILE}`,
      GF_PATHS_PROVISIONING: '/etc/grafana/provisioning',
      GF_ANALYTICS_REPORTING_ENABLED: 'false',
      GF_ANALYTICS_CHECK_FOR_UPDATES: 'false',
      GF_PLUGINS_PREINSTALL_DISABLED: 'true',
    },
    volumes: [
      './infra/grafana/provisioning:/etc/grafana/provisioning:ro',
      './infra/grafana/dashboards:/etc/grafana/dashboards:ro',
      'grafana:/var/lib/grafana',
      `secrets:${SECRETS_FOLDER}:ro`,
    ],
    ports: [`127.0.0.1:${GRAFANA_PORT}:3000`],
    healthcheck: { test: ['CMD', 'wget', '-qO-', 'http://127.0.0.1:3000/api/health'], ...HEALTH },
  },
};
