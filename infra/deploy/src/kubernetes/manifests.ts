import { PORT, SANDBOXES, deployedProcesses, type DeployedProcess } from '../deployed-processes.ts';
import { autoscalerOf } from './autoscaler.ts';
import { DEFAULT_DENY, managedEnginesPolicy, networkPolicyOf } from './network.ts';
import { toolsFiles } from './tools.ts';
import { deploymentOf, disruptionBudgetOf, metadataOf, serviceOf } from './workload.ts';

const FOLDER = 'infra/k8s';
const kustomization = (rest: object): object => ({
  apiVersion: 'kustomize.config.k8s.io/v1beta1',
  kind: 'Kustomization',
  ...rest,
});

/** Returns the files of one process, by name. */
function filesOf(process: DeployedProcess, all: readonly DeployedProcess[]): Map<string, object> {
  const autoscaler = autoscalerOf(process);
  const files = new Map<string, object>([
    ['deployment.yaml', deploymentOf(process)],
    ['service.yaml', serviceOf(process)],
    ['disruption-budget.yaml', disruptionBudgetOf(process)],
    ['network-policy.yaml', networkPolicyOf(process, all)],
    ...(autoscaler === null ? [] : [['autoscaler.yaml', autoscaler] as const]),
  ]);
  files.set('kustomization.yaml', kustomization({ resources: [...files.keys()] }));
  return files;
}

const SITE = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: metadataOf('site'),
  data: {
    PUBLIC_URL: 'https://site.example',
    KAFKA_BROKERS: 'kafka.vidhi-engines:9092',
    LOG_LEVEL: 'info',
    S3_ENDPOINT: 'http://s3.vidhi-engines:9000',
    S3_BUCKET: 'vidhi',
    // Senders whose X-Forwarded-For is trusted: the gateway trusts the ingress, the services behind it the pods.
    INGRESS_NETWORK: '10.0.0.0/8',
    POD_NETWORK: '10.0.0.0/8',
  },
};

const INGRESS = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'Ingress',
  metadata: metadataOf('site'),
  spec: {
    tls: [{ hosts: ['site.example'], secretName: 'site-tls' }],
    rules: [
      {
        host: 'site.example',
        http: {
          paths: [
            {
              path: '/',
              pathType: 'Prefix',
              backend: { service: { name: 'gateway', port: { number: PORT } } },
            },
          ],
        },
      },
    ],
  },
};

/**
 * Resolves with every manifest by its path. The overlays are written by hand, but for the sandboxes of
 * the local one and lists of services (`service-lists.ts`).
 */
export async function kubernetesFiles(): Promise<Map<string, object>> {
  const processes = await deployedProcesses({ withSandboxes: false });
  const files = new Map<string, object>([
    [`${FOLDER}/base/site/config.yaml`, SITE],
    [`${FOLDER}/base/site/ingress.yaml`, INGRESS],
    [`${FOLDER}/base/site/default-deny.yaml`, DEFAULT_DENY],
    [
      `${FOLDER}/base/site/kustomization.yaml`,
      kustomization({ resources: ['config.yaml', 'ingress.yaml', 'default-deny.yaml'] }),
    ],
    [
      `${FOLDER}/base/kustomization.yaml`,
      kustomization({ resources: ['site', ...processes.map(({ name }) => name)] }),
    ],
  ]);
  const managed = `${FOLDER}/components/managed-engines`;
  files.set(`${managed}/network-policy.yaml`, managedEnginesPolicy(processes));
  files.set(`${managed}/kustomization.yaml`, {
    ...kustomization({ resources: ['network-policy.yaml'] }),
    apiVersion: 'kustomize.config.k8s.io/v1alpha1',
    kind: 'Component',
  });
  const add = (folder: string, process: DeployedProcess, all: readonly DeployedProcess[]): void => {
    for (const [name, document] of filesOf(process, all))
      files.set(`${folder}/${process.name}/${name}`, document);
  };
  for (const process of processes) add(`${FOLDER}/base`, process, processes);

  for (const [name, document] of toolsFiles(processes)) files.set(`${FOLDER}/tools/${name}`, document);

  const local = await deployedProcesses({ withSandboxes: true });
  const isSandbox = ({ name }: DeployedProcess): boolean => (SANDBOXES as readonly string[]).includes(name);
  const callsSandbox = ({ calls }: DeployedProcess): boolean =>
    calls.some((name) => (SANDBOXES as readonly string[]).includes(name));
  for (const process of local.filter(isSandbox)) add(`${FOLDER}/overlays/local`, process, local);
  // Other settings and other calls than in production.
  for (const process of local.filter((each) => callsSandbox(each) && !isSandbox(each))) {
    files.set(`${FOLDER}/overlays/local/patches/${process.name}.yaml`, deploymentOf(process));
    files.set(
      `${FOLDER}/overlays/local/patches/${process.name}-network.yaml`,
      networkPolicyOf(process, local),
    );
  }
  return files;
}
