import { PORT, SMTP_PORT, type DeployedProcess } from '../deployed-processes.ts';
import { metadataOf, selectorOf } from './workload.ts';

export const tcp = (...ports: number[]): object[] => ports.map((port) => ({ protocol: 'TCP', port }));
const NAMESPACE = 'kubernetes.io/metadata.name';
const inNamespace = (name: string): object => ({ namespaceSelector: { matchLabels: { [NAMESPACE]: name } } });

/** Namespaces of the ingress, the monitoring and the engines; an overlay replaces them where others are used. */
const INGRESS_NAMESPACE = 'ingress';
const MONITORING_NAMESPACE = 'monitoring';
const ENGINES_NAMESPACE = 'vidhi-engines';

/** Engines by the setting that has their address: a service that declares the setting may connect to the engine. */
export const ENGINES = {
  MONGO_URL: { name: 'mongo', port: 27_017 },
  KAFKA_BROKERS: { name: 'kafka', port: 9_092 },
  REDIS_URL: { name: 'redis', port: 6_379 },
  S3_ENDPOINT: { name: 's3', port: 9_000 },
} as const;
const PRIVATE_NETWORKS = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', '169.254.0.0/16'];
const internet = (...ports: number[]): object => ({
  to: [{ ipBlock: { cidr: '0.0.0.0/0', except: PRIVATE_NETWORKS } }],
  ports: tcp(...ports),
});
export const toEngine = ({ name, port }: { name: string; port: number }): object => ({
  to: [{ ...inNamespace(ENGINES_NAMESPACE), podSelector: { matchLabels: selectorOf(name) } }],
  ports: tcp(port),
});

/** Denies all traffic in the namespace but DNS queries to the cluster. */
export const DEFAULT_DENY = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { name: 'default-deny' },
  spec: {
    podSelector: {},
    policyTypes: ['Ingress', 'Egress'],
    egress: [
      {
        to: [inNamespace('kube-system')],
        ports: [
          { protocol: 'UDP', port: 53 },
          { protocol: 'TCP', port: 53 },
        ],
      },
    ],
  },
};

const portsOf = (name: string): object[] => tcp(...(name === 'sandbox' ? [PORT, SMTP_PORT] : [PORT]));

/**
 * Creates the network policy of a process: ingress from the processes whose settings name it, egress to those that its
 * own settings name.
 */
export function networkPolicyOf(process: DeployedProcess, all: readonly DeployedProcess[]): object {
  const { name, calls, declared } = process;
  const callers = all.filter((other) => other.calls.includes(name)).map((other) => other.name);
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: metadataOf(name),
    spec: {
      podSelector: { matchLabels: selectorOf(name) },
      policyTypes: ['Ingress', 'Egress'],
      ingress: [
        ...callers.map((caller) => ({
          from: [{ podSelector: { matchLabels: selectorOf(caller) } }],
          ports: portsOf(name),
        })),
        { from: [inNamespace(MONITORING_NAMESPACE)], ports: tcp(PORT) },
        ...(name === 'gateway' ? [{ from: [inNamespace(INGRESS_NAMESPACE)], ports: tcp(PORT) }] : []),
      ],
      egress: [
        ...calls.map((called) => ({
          to: [{ podSelector: { matchLabels: selectorOf(called) } }],
          ports: portsOf(called),
        })),
        ...Object.entries(ENGINES).flatMap(([setting, engine]) =>
          declared.includes(setting) ? [toEngine(engine)] : [],
        ),
        // The card provider and the mail server, where no sandbox stands in for them.
        ...(declared.includes('RAZORPAY_BASE_URL') && !calls.includes('payment-sandbox')
          ? [internet(443)]
          : []),
        ...(declared.includes('SMTP_URL') && !calls.includes('sandbox') ? [internet(465, 587)] : []),
        // The mailbox of what came back.
        ...(declared.includes('BOUNCE_IMAP_URL') ? [internet(993)] : []),
      ],
    },
  };
}

/** The network of managed engines; an overlay replaces it. */
const MANAGED_NETWORK = '10.0.0.0/8';
/** Ports of managed engines: MongoDB, Kafka with TLS and SASL at the usual providers, Redis with TLS. */
const MANAGED_PORTS = [27_017, 9_092, 9_093, 9_094, 9_096, 6_379, 6_380];

/** Creates the policy that opens engines outside of the cluster to the processes that use engines. */
export const managedEnginesPolicy = (processes: readonly DeployedProcess[]): object => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: metadataOf('managed-engines'),
  spec: {
    podSelector: {
      matchExpressions: [
        {
          key: 'app.kubernetes.io/name',
          operator: 'In',
          values: [
            ...processes
              .filter(({ declared }) => Object.keys(ENGINES).some((setting) => declared.includes(setting)))
              .map(({ name }) => name),
            'tools',
          ],
        },
      ],
    },
    policyTypes: ['Egress'],
    egress: [{ to: [{ ipBlock: { cidr: MANAGED_NETWORK } }], ports: tcp(...MANAGED_PORTS) }],
  },
});
