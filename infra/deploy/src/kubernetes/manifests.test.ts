import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UPSTREAMS } from '@vidhi/contracts/services.mjs';
import { CLIENT_LIMITS } from '../deployed-processes.ts';
import { readDeclaredSettings } from '@vidhi/local/declared-settings.mjs';
import { LAUNCHED_SERVICES } from '@vidhi/local/services.mjs';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Namespace } from 'kubernetes-models/v1/Namespace';
import { Service } from 'kubernetes-models/v1/Service';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const k8s = join(import.meta.dirname, '../../../k8s');
const root = join(k8s, '../..');

const MODELS = {
  ConfigMap,
  Namespace,
  Service,
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  Job,
  NetworkPolicy,
  PodDisruptionBudget,
};

interface Rule {
  from?: { podSelector?: { matchLabels: Record<string, string> }; namespaceSelector?: object }[];
  to?: Rule['from'];
}
interface EnvironmentEntry {
  name: string;
  value?: string;
  valueFrom?: {
    secretKeyRef?: { name: string; key: string; optional?: boolean };
    configMapKeyRef?: { key: string };
  };
}
interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  spec: {
    ingress?: Rule[];
    egress?: Rule[];
    template: {
      spec: {
        automountServiceAccountToken: boolean;
        securityContext: Record<string, unknown>;
        containers: Record<string, unknown>[];
        volumes: Record<string, unknown>[];
      };
    };
  };
}

const read = (path: string): Manifest =>
  parse(readFileSync(join(k8s, path), 'utf8'), { version: '1.1' }) as Manifest;
/** A list of changes, which is no manifest. */
const LOCAL_AUTOSCALERS = 'overlays/local/autoscalers.yaml';
/** Created for each run, not applied. */
const JOBS = ['tools/job.yaml', 'tools/migrate-job.yaml'];
const paths = globSync('**/*.yaml', { cwd: k8s }).toSorted();
const manifests = paths
  .filter((path) => !path.endsWith('kustomization.yaml') && path !== LOCAL_AUTOSCALERS)
  .map((path) => ({ path, manifest: read(path) }));
const base = (kind: string): Manifest[] =>
  manifests
    .filter(({ path, manifest }) => path.startsWith('base/') && manifest.kind === kind)
    .map(({ manifest }) => manifest);
const NAME = 'app.kubernetes.io/name';

describe('the limits of a client address', () => {
  it('are off in no manifest, and may be set in the ConfigMap of the site', () => {
    const files = globSync('**/*.yaml', { cwd: k8s }).map((file) => readFileSync(join(k8s, file), 'utf8'));
    expect(files.length).toBeGreaterThan(20);
    for (const name of CLIENT_LIMITS) {
      const entries = files.flatMap((text) => text.match(new RegExp(`- name: ${name}\n.*\n.*`, 'g')) ?? []);
      expect(entries).toEqual([expect.stringMatching(/valueFrom:\n\s+configMapKeyRef:$/)]);
      expect(files.filter((text) => new RegExp(`^\\s*${name}: *['"]?0['"]?\\s*$`, 'm').test(text))).toEqual(
        [],
      );
    }
  });
});

describe('every manifest', () => {
  it.each(manifests)('$path agrees with the schema of its kind', ({ manifest }) => {
    const Model = MODELS[manifest.kind as keyof typeof MODELS];
    expect(new Model(manifest as never).toJSON()).toMatchObject({ apiVersion: manifest.apiVersion });
    expect(() => new Model(manifest as never).validate()).not.toThrow();
  });

  it('is part of a kustomization, whose other files exist', () => {
    const listed = paths
      .filter((path) => path.endsWith('kustomization.yaml'))
      .flatMap((path) => {
        const { resources = [], patches = [] } = parse(readFileSync(join(k8s, path), 'utf8')) as {
          resources?: string[];
          patches?: { path: string }[];
        };
        return [...resources, ...patches.map((patch) => patch.path)].map((file) => join(dirname(path), file));
      });
    expect(listed.filter((file) => !existsSync(join(k8s, file)))).toEqual([]);
    expect(manifests.map(({ path }) => path).filter((path) => !listed.includes(path))).toEqual(JOBS);
  });
});

describe('the base', () => {
  it('has a folder for every service, and one for the readers of news', () => {
    const folders = readdirSync(join(k8s, 'base'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    expect(folders.toSorted()).toEqual(
      [...UPSTREAMS.map(({ name }) => name), 'gateway', 'news-reader', 'site'].toSorted(),
    );
  });

  it('scales the readers by processor time and requests, and the mail workers by their queue', () => {
    const measures = base('HorizontalPodAutoscaler').map(({ metadata, spec }) => [
      metadata.name,
      (spec as unknown as { metrics: { type: string }[] }).metrics.map(({ type }) => type),
    ]);
    expect(Object.fromEntries(measures)).toEqual({
      'news-reader': ['Resource', 'Pods'],
      notify: ['External'],
    });
  });

  it('refers to former values, to the access to managed engines and to the mailbox of what comes back as optional secrets, and to no other so', () => {
    const optional = base('Deployment').flatMap(({ spec }) =>
      ((spec.template.spec.containers[0]?.['env'] ?? []) as EnvironmentEntry[]).flatMap(
        ({ name, valueFrom }) => (valueFrom?.secretKeyRef?.optional === true ? [name] : []),
      ),
    );
    expect([...new Set(optional)].toSorted()).toEqual([
      'ACCEPTED_MAIL_LINK_SECRETS',
      'ACCEPTED_SERVICE_TOKENS',
      'BOUNCE_IMAP_URL',
      'KAFKA_CERT',
      'KAFKA_KEY',
      'KAFKA_PASSWORD',
      'KAFKA_USERNAME',
      'KEY_ENCRYPTION_OLD_KEYS',
      'MONGO_CERT',
      'MONGO_KEY',
      'ORDER_LINK_PREVIOUS_SECRET',
      'PREVIOUS_METRICS_TOKEN',
      'RAZORPAY_PREVIOUS_WEBHOOK_SECRET',
      'REDIS_CERT',
      'REDIS_KEY',
      'REDIS_PASSWORD',
      'REDIS_USERNAME',
    ]);
  });

  it('has a disruption budget for every deployment', () => {
    const names = (kind: string): string[] => base(kind).map(({ metadata }) => metadata.name);
    expect(names('PodDisruptionBudget')).toEqual(names('Deployment'));
  });
});

describe.each(base('Deployment').map((deployment) => ({ name: deployment.metadata.name, deployment })))(
  'the pods of $name',
  ({ deployment }) => {
    const pod = deployment.spec.template.spec;
    const [container = {}, ...others] = pod.containers;

    it('run as nobody, with nothing to write but empty volumes', () => {
      expect(others).toEqual([]);
      expect(pod.automountServiceAccountToken).toBe(false);
      expect(pod.securityContext).toMatchObject({
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      expect(container['securityContext']).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(pod.volumes.filter((volume) => !('emptyDir' in volume))).toEqual([]);
    });

    it('are probed, and limited in memory', () => {
      expect(container).toMatchObject({
        startupProbe: { httpGet: { path: '/livez' } },
        livenessProbe: { httpGet: { path: '/livez' } },
        readinessProbe: { httpGet: { path: '/readyz' } },
        resources: { requests: { cpu: expect.any(String) }, limits: { memory: expect.any(String) } },
      });
    });

    it('get every secret by reference', () => {
      const plain = (container['env'] as EnvironmentEntry[]).filter(
        ({ name, valueFrom }) =>
          /(TOKEN|SECRET|_KEY|MONGO_URL|REDIS_URL|SMTP_URL|IMAP_URL)$/.test(name) &&
          valueFrom?.secretKeyRef === undefined,
      );
      expect(plain).toEqual([]);
    });

    it('get settings that their configuration accepts', async () => {
      const { data: site = {} } = base('ConfigMap')[0] ?? {};
      const service = LAUNCHED_SERVICES.find(
        ({ script }) => script === (container['command'] as string[]).at(-1),
      );
      const { readConfig } = (await import(
        pathToFileURL(join(root, dirname(service?.script ?? ''), 'config.ts')).href
      )) as { readConfig: (env: NodeJS.ProcessEnv) => unknown };
      const env = (container['env'] as EnvironmentEntry[]).flatMap(({ name, value, valueFrom }) => {
        if (valueFrom?.secretKeyRef !== undefined) return [[name, SECRET_VALUES[name] ?? 'x'.repeat(64)]];
        const found = value ?? site[valueFrom?.configMapKeyRef?.key ?? ''];
        return found === undefined ? [] : [[name, found]];
      });
      expect(() => readConfig(Object.fromEntries(env) as NodeJS.ProcessEnv)).not.toThrow();
    });
  },
);

const PEM = '-----BEGIN CERTIFICATE-----';
const SECRET_VALUES: Record<string, string> = {
  ...Object.fromEntries(
    ['KAFKA', 'MONGO', 'REDIS'].flatMap((engine) => [
      [`${engine}_CERT`, PEM],
      [`${engine}_KEY`, PEM],
    ]),
  ),
  MONGO_URL: 'mongodb://mongo/site',
  REDIS_URL: 'redis://redis',
  SMTP_URL: 'smtps://mail.example',
  BOUNCE_IMAP_URL: 'imaps://bounces:secret@mail.example/INBOX',
  RAZORPAY_KEY_ID: 'rzp_live_1',
};

describe('the local overlay', () => {
  const overlay = parse(readFileSync(join(k8s, 'overlays/local/kustomization.yaml'), 'utf8')) as {
    replicas: { name: string; count: number }[];
    patches: { path: string; target?: { kind: string } }[];
  };
  const replicasOf = ({ spec }: Manifest): number | undefined =>
    (spec as unknown as { replicas?: number }).replicas;

  it('runs one instance of each process', () => {
    const several = base('Deployment').filter((deployment) => (replicasOf(deployment) ?? 1) > 1);
    expect(overlay.replicas.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual(
      several.map(({ metadata }) => ({ name: metadata.name, count: 1 })),
    );
    expect(overlay.patches).toContainEqual({
      path: 'autoscalers.yaml',
      target: { kind: 'HorizontalPodAutoscaler' },
    });
    expect(parse(readFileSync(join(k8s, LOCAL_AUTOSCALERS), 'utf8'))).toEqual([
      { op: 'replace', path: '/spec/minReplicas', value: 1 },
    ]);
    const own = manifests.filter(
      ({ path, manifest }) =>
        /^overlays\/local\/[\w-]*sandbox\//.test(path) && manifest.kind === 'Deployment',
    );
    expect(own.map(({ manifest }) => replicasOf(manifest))).toEqual([1, 1]);
  });

  it('loads the checkout script of the payment sandbox', () => {
    const settings = read('overlays/local/site.yaml').data ?? {};
    expect(settings['CHECKOUT_SCRIPT_URL']).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1\/checkout\.js$/);
    const web = base('Deployment').find(({ metadata }) => metadata.name === 'web');
    expect(web?.spec.template.spec.containers[0]?.['env']).toContainEqual({
      name: 'CHECKOUT_SCRIPT_URL',
      valueFrom: { configMapKeyRef: { name: 'site', key: 'CHECKOUT_SCRIPT_URL', optional: true } },
    });
  });
});

describe('the network policies', () => {
  /** Processes that an address in a setting refers to. */
  const TARGETS: Record<string, readonly string[]> = {
    ...Object.fromEntries(UPSTREAMS.map(({ name, urlVariable }) => [urlVariable, [name]])),
    NEWS_READ_URLS: ['news-reader'],
    API_URL: ['news-reader'],
    NEWS_URL: ['news-reader'],
    JWKS_URL: ['accounts'],
  };
  let calls: string[];
  beforeAll(async () => {
    const declared = await readDeclaredSettings(process.execPath, LAUNCHED_SERVICES);
    calls = UPSTREAMS.map(({ name }) => name as string)
      .concat('gateway', 'news-reader')
      .flatMap((caller) =>
        (declared[caller === 'news-reader' ? 'news' : caller] ?? [])
          .flatMap((setting) => TARGETS[setting] ?? [])
          .map((called) => `${caller} → ${called}`),
      );
  });
  const ownRules = (direction: 'ingress' | 'egress'): [string, string][] =>
    base('NetworkPolicy').flatMap(({ metadata, spec }) =>
      (spec[direction] ?? []).flatMap((rule) =>
        (rule.from ?? rule.to ?? []).flatMap(({ podSelector, namespaceSelector }) =>
          podSelector === undefined || namespaceSelector !== undefined
            ? []
            : [[metadata.name, podSelector.matchLabels[NAME] ?? ''] as [string, string]],
        ),
      ),
    );

  it('allow the calls that the settings of the services name, and no other', () => {
    const allowed = ownRules('egress').map(([caller, called]) => `${caller} → ${called}`);
    expect(allowed.length).toBeGreaterThan(15);
    expect(allowed.toSorted()).toEqual([...new Set(calls)].toSorted());
  });

  it('let in who is let out', () => {
    expect(
      ownRules('ingress')
        .map(([called, caller]) => `${caller} → ${called}`)
        .toSorted(),
    ).toEqual(
      ownRules('egress')
        .map(([caller, called]) => `${caller} → ${called}`)
        .toSorted(),
    );
  });

  it('deny everything else', () => {
    const deny = base('NetworkPolicy').find(({ metadata }) => metadata.name === 'default-deny');
    expect(deny?.spec).toMatchObject({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
    expect(deny?.spec.ingress).toBeUndefined();
  });

  it('open the gateway alone to the ingress', () => {
    const open = base('NetworkPolicy').filter(({ spec }) =>
      JSON.stringify(spec.ingress ?? []).includes('"kubernetes.io/metadata.name":"ingress"'),
    );
    expect(open.map(({ metadata }) => metadata.name)).toEqual(['gateway']);
  });
});
