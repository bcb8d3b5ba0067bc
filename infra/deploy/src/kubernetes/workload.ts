import {
  CLIENT_LIMITS,
  DATA_FOLDER,
  ENGINE_SECRETS,
  ENGINE_SETTINGS,
  OPTIONAL_PARTS,
  OPTIONAL_SECRETS,
  PORT,
  SECRETS,
  SELLER_SETTINGS,
  SMTP_PORT,
  type DeployedProcess,
} from '../deployed-processes.ts';
import { sizeOf } from './sizes.ts';

const USER = 10_001;
const NAME = 'app.kubernetes.io/name';
export const labelsOf = (name: string): Record<string, string> => ({
  [NAME]: name,
  'app.kubernetes.io/part-of': 'vidhi',
});
export const selectorOf = (name: string): Record<string, string> => ({ [NAME]: name });
export const metadataOf = (name: string): object => ({ name, labels: labelsOf(name) });

/** Settings whose values are the site's, in the ConfigMap `site`. */
const SITE_SETTINGS = [
  'PUBLIC_URL',
  'KAFKA_BROKERS',
  'LOG_LEVEL',
  'S3_ENDPOINT',
  'S3_BUCKET',
  'MAIL_FROM',
  'MAIL_DOMAIN',
  'SITE_NAME',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'CHECKOUT_SCRIPT_URL',
  ...OPTIONAL_PARTS,
  ...CLIENT_LIMITS,
  ...SELLER_SETTINGS,
] as const;
const OPTIONAL_SITE_SETTINGS = new Set<string>([
  'MAIL_FROM',
  'MAIL_DOMAIN',
  'SITE_NAME',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'CHECKOUT_SCRIPT_URL',
  ...OPTIONAL_PARTS,
  ...CLIENT_LIMITS,
  ...SELLER_SETTINGS,
]);

/** Settings that a sandbox needs in place of those of a production site. */
const sandboxSettings = (name: string): Record<string, string> => ({
  SMTP_HOST: '0.0.0.0',
  SMTP_PORT: String(SMTP_PORT),
  HOST_NAMES: name,
});

/** References to what is set where the engines need TLS or passwords of their own. */
export const engineAccess = (secretName: string, declared: readonly string[]): object[] => [
  ...ENGINE_SETTINGS.filter((name) => declared.includes(name)).map((name) => ({
    name,
    valueFrom: { configMapKeyRef: { name: 'site', key: name, optional: true } },
  })),
  ...ENGINE_SECRETS.filter((name) => declared.includes(name)).map((name) => ({
    name,
    valueFrom: { secretKeyRef: { name: secretName, key: name, optional: true } },
  })),
];

function environmentOf({ service, declared, env }: DeployedProcess): object[] {
  const secretName = `vidhi-${service === 'payment-sandbox' ? 'payments' : service}`;
  const own = declared.includes('TRUSTED_PROXIES')
    ? { TRUSTED_PROXIES: service === 'gateway' ? 'INGRESS_NETWORK' : 'POD_NETWORK' }
    : {};
  const sandbox = Object.entries(sandboxSettings(service)).filter(([name]) => declared.includes(name));
  const isSecret = (name: string): boolean => (SECRETS as readonly string[]).includes(name);
  return [
    ...[...Object.entries(env).filter(([name]) => !isSecret(name)), ...sandbox].map(([name, value]) => ({
      name,
      value,
    })),
    ...Object.entries(own).map(([name, key]) => ({
      name,
      valueFrom: { configMapKeyRef: { name: 'site', key } },
    })),
    ...SITE_SETTINGS.filter((name) => declared.includes(name)).map((name) => ({
      name,
      valueFrom: {
        configMapKeyRef: {
          name: 'site',
          key: name,
          ...(OPTIONAL_SITE_SETTINGS.has(name) ? { optional: true } : {}),
        },
      },
    })),
    ...engineAccess(secretName, declared),
    // Present only while the service token is changed.
    ...(declared.includes('ACCEPTED_SERVICE_TOKENS')
      ? [
          {
            name: 'ACCEPTED_SERVICE_TOKENS',
            valueFrom: {
              secretKeyRef: { name: 'vidhi-service-token', key: 'ACCEPTED_SERVICE_TOKENS', optional: true },
            },
          },
        ]
      : []),
    ...SECRETS.filter((name) => declared.includes(name)).map((name) => ({
      name,
      valueFrom: {
        secretKeyRef: {
          name: name === 'SERVICE_TOKEN' ? 'vidhi-service-token' : secretName,
          key: name,
          ...(OPTIONAL_SECRETS.includes(name) ? { optional: true } : {}),
        },
      },
    })),
  ];
}

export const POD_SECURITY = {
  runAsNonRoot: true,
  runAsUser: USER,
  runAsGroup: USER,
  fsGroup: USER,
  seccompProfile: { type: 'RuntimeDefault' },
};
export const CONTAINER_SECURITY = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
};

const probe = (path: string, rest: object): object => ({ httpGet: { path, port: 'http' }, ...rest });

function containerOf(process: DeployedProcess): object {
  const { cpu, memory, maxMemory } = sizeOf(process);
  return {
    name: process.name,
    image: `vidhi/${process.service}`,
    command: [...process.command],
    ports: [
      { name: 'http', containerPort: PORT },
      ...(process.declared.includes('SMTP_PORT') ? [{ name: 'smtp', containerPort: SMTP_PORT }] : []),
    ],
    env: environmentOf(process),
    // The probes of the launcher: hydrating a large site may take minutes, a hung process is restarted within 5 s.
    startupProbe: probe('/livez', { periodSeconds: 1, timeoutSeconds: 2, failureThreshold: 180 }),
    livenessProbe: probe('/livez', { periodSeconds: 1, timeoutSeconds: 2, failureThreshold: 3 }),
    readinessProbe: probe('/readyz', { periodSeconds: 1, timeoutSeconds: 2, failureThreshold: 1 }),
    // Continues to serve until all clients have the endpoints without this instance.
    lifecycle: { preStop: { sleep: { seconds: 5 } } },
    resources: { requests: { cpu, memory }, limits: { memory: maxMemory } },
    securityContext: CONTAINER_SECURITY,
    volumeMounts: [
      { name: 'data', mountPath: DATA_FOLDER },
      { name: 'tmp', mountPath: '/tmp' },
    ],
  };
}

export function deploymentOf(process: DeployedProcess): object {
  const { name } = process;
  const selector = selectorOf(name);
  const { replicas, scaledBy } = sizeOf(process);
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: metadataOf(name),
    spec: {
      // The autoscaler decides where there is one.
      ...(scaledBy === undefined ? { replicas } : {}),
      revisionHistoryLimit: 3,
      selector: { matchLabels: selector },
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
      template: {
        metadata: { labels: labelsOf(name) },
        spec: {
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          terminationGracePeriodSeconds: 35,
          securityContext: POD_SECURITY,
          topologySpreadConstraints: ['kubernetes.io/hostname', 'topology.kubernetes.io/zone'].map(
            (topologyKey) => ({
              maxSkew: 1,
              topologyKey,
              whenUnsatisfiable: 'ScheduleAnyway',
              labelSelector: { matchLabels: selector },
            }),
          ),
          containers: [containerOf(process)],
          volumes: [
            // Read models are read again at start; files are in S3.
            { name: 'data', emptyDir: { sizeLimit: '4Gi' } },
            { name: 'tmp', emptyDir: { sizeLimit: '2Gi' } },
          ],
        },
      },
    },
  };
}

export const serviceOf = ({ name, declared }: DeployedProcess): object => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: metadataOf(name),
  spec: {
    selector: selectorOf(name),
    ports: [
      { name: 'http', port: PORT, targetPort: 'http' },
      ...(declared.includes('SMTP_PORT') ? [{ name: 'smtp', port: SMTP_PORT, targetPort: 'smtp' }] : []),
    ],
  },
});

export const disruptionBudgetOf = ({ name }: DeployedProcess): object => ({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: metadataOf(name),
  spec: { maxUnavailable: 1, selector: { matchLabels: selectorOf(name) } },
});
