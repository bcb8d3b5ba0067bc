import { siteAddresses } from '../compose-tools.ts';
import {
  DATA_FOLDER,
  ENGINE_SECRETS,
  ENGINE_SETTINGS,
  PORT,
  type DeployedProcess,
} from '../deployed-processes.ts';
import { ENGINES, tcp, toEngine } from './network.ts';
import {
  CONTAINER_SECURITY,
  POD_SECURITY,
  engineAccess,
  labelsOf,
  metadataOf,
  selectorOf,
} from './workload.ts';

const NAME = 'tools';
const DAY_SECONDS = 86_400;

interface Command {
  /** Before the generated part of the job's name. */
  name: string;
  args: readonly string[];
}

/** Returns a job that runs one command beside the site. */
const jobOf = (processes: readonly DeployedProcess[], { name, args }: Command): object => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  // Created, not applied: each command is a job of its own.
  metadata: { generateName: `${name}-`, labels: labelsOf(NAME) },
  spec: {
    // A command that failed half-way must be examined, not repeated.
    backoffLimit: 0,
    ttlSecondsAfterFinished: DAY_SECONDS,
    template: {
      metadata: { labels: labelsOf(NAME) },
      spec: {
        restartPolicy: 'Never',
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        securityContext: POD_SECURITY,
        containers: [
          {
            name: NAME,
            image: `vidhi/${NAME}`,
            args,
            env: [
              { name: 'DATA_DIR', value: DATA_FOLDER },
              { name: 'SITE_ADDRESSES', value: siteAddresses(processes) },
              ...['MONGO_URL', 'REDIS_URL'].map((key) => ({
                name: key,
                valueFrom: { secretKeyRef: { name: 'vidhi-tools', key, optional: true } },
              })),
              {
                name: 'KAFKA_BROKERS',
                valueFrom: { configMapKeyRef: { name: 'site', key: 'KAFKA_BROKERS' } },
              },
              ...engineAccess('vidhi-tools', [...ENGINE_SETTINGS, ...ENGINE_SECRETS]),
              {
                name: 'SERVICE_TOKEN',
                valueFrom: { secretKeyRef: { name: 'vidhi-service-token', key: 'SERVICE_TOKEN' } },
              },
            ],
            resources: { requests: { cpu: '100m', memory: '256Mi' }, limits: { memory: '1Gi' } },
            securityContext: CONTAINER_SECURITY,
            volumeMounts: [
              { name: 'data', mountPath: DATA_FOLDER },
              { name: 'tmp', mountPath: '/tmp' },
              // Archives to import, and backups.
              { name: 'files', mountPath: '/backups' },
            ],
          },
        ],
        volumes: [
          { name: 'data', emptyDir: { sizeLimit: '4Gi' } },
          { name: 'tmp', emptyDir: { sizeLimit: '2Gi' } },
          { name: 'files', persistentVolumeClaim: { claimName: 'vidhi-tools' } },
        ],
      },
    },
  },
});

const policy = (name: string, spec: object): object => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: metadataOf(name),
  spec,
});

/** Returns the files of the folder of the tools, by name. */
export function toolsFiles(processes: readonly DeployedProcess[]): ReadonlyMap<string, object> {
  const engines = Object.entries(ENGINES).filter(([setting]) => setting !== 'S3_ENDPOINT');
  return new Map<string, object>([
    // Its arguments are replaced for each command.
    ['job.yaml', jobOf(processes, { name: NAME, args: ['ARGUMENTS'] })],
    ['migrate-job.yaml', jobOf(processes, { name: 'migrate', args: ['migrate'] })],
    [
      'network-policy.yaml',
      policy(NAME, {
        podSelector: { matchLabels: selectorOf(NAME) },
        policyTypes: ['Ingress', 'Egress'],
        egress: [
          ...processes.map(({ name }) => ({
            to: [{ podSelector: { matchLabels: selectorOf(name) } }],
            ports: tcp(PORT),
          })),
          ...engines.map(([, engine]) => toEngine(engine)),
        ],
      }),
    ],
    [
      'site-network-policy.yaml',
      policy(`site-from-${NAME}`, {
        podSelector: { matchLabels: { 'app.kubernetes.io/part-of': 'vidhi' } },
        policyTypes: ['Ingress'],
        ingress: [{ from: [{ podSelector: { matchLabels: selectorOf(NAME) } }], ports: tcp(PORT) }],
      }),
    ],
    [
      'kustomization.yaml',
      {
        apiVersion: 'kustomize.config.k8s.io/v1beta1',
        kind: 'Kustomization',
        namespace: 'vidhi',
        resources: ['network-policy.yaml', 'site-network-policy.yaml'],
      },
    ],
  ]);
}
