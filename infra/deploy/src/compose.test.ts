import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LAUNCHED_SERVICES, MALLOC, NODE_OPTIONS } from '@vidhi/local/services.mjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { CLIENT_LIMITS, deployedProcesses, type DeployedProcess } from './deployed-processes.ts';
import { manifestFiles } from './manifest-files.ts';

const root = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

interface ComposeService {
  image: string;
  build?: { dockerfile: string; args?: Record<string, string> };
  profiles?: string[];
  volumes?: string[];
  healthcheck?: { test?: string[] };
  command?: string[];
  environment?: Record<string, string>;
  ports?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
}
const { services } = parse(read('docker-compose.yml'), { version: '1.1' }) as {
  services: Record<string, ComposeService>;
};
const serviceOf = (name: string): ComposeService => {
  const service = services[name];
  if (service === undefined) throw new Error(`docker-compose.yml has no service ${name}`);
  return service;
};

/** Substitutes variables that the environment does not have by their defaults, as docker compose does. */
const withDefaults = (text: string): string => {
  const once = text.replaceAll(
    /\$\{\w+(?::?-([^{}]*))?\}/g,
    (_match, value: string | undefined) => value ?? '',
  );
  return once === text ? text : withDefaults(once);
};

/** The content of the file that a setting names; those of certificates and of a mailbox are empty until an operator names others. */
const valueOfFile = (setting: string, path: string): string =>
  path === '/dev/null' && /_(CA|CERT|KEY|IMAP_URL)_FILE$/.test(setting) ? '' : 'x'.repeat(64);

let processes: DeployedProcess[];
beforeAll(async () => {
  processes = await deployedProcesses({ withSandboxes: true });
});

describe('docker-compose.yml', () => {
  it('is what npm run manifests writes', async () => {
    const outdated = [...(await manifestFiles())].filter(([path, text]) => read(path) !== text);
    expect(outdated.map(([path]) => path)).toEqual([]);
  });

  it('switches no limit of a client address off, and leaves each to the site', () => {
    const limits = ['gateway', 'cart-orders'].flatMap((service) =>
      Object.entries(serviceOf(service).environment ?? {}).filter(([name]) =>
        CLIENT_LIMITS.some((limit) => limit === name),
      ),
    );
    expect(Object.fromEntries(limits)).toEqual(
      Object.fromEntries(CLIENT_LIMITS.map((name) => [name, `\${${name}:-}`])),
    );
  });

  it('runs every service, the sandboxes, and news also as a reader', () => {
    const names = processes.map(({ name }) => name);
    expect(names.toSorted()).toEqual(
      [...LAUNCHED_SERVICES.map(({ name }) => name), 'news-reader'].toSorted(),
    );
    expect(names.filter((name) => services[name] === undefined)).toEqual([]);
  });

  it('gives every process settings that its configuration accepts', async () => {
    for (const { name, script } of processes) {
      const { readConfig } = (await import(pathToFileURL(join(root, dirname(script), 'config.ts')).href)) as {
        readConfig: (env: NodeJS.ProcessEnv) => unknown;
      };
      const env = Object.entries(serviceOf(name).environment ?? {}).map(([key, value]) =>
        key.endsWith('_FILE') && key !== 'JWKS_FILE'
          ? [key.slice(0, -'_FILE'.length), valueOfFile(key, withDefaults(value))]
          : [key, withDefaults(value)],
      );
      expect(() => readConfig(Object.fromEntries(env))).not.toThrow();
    }
  });

  it('gives former secrets and the mailbox of what comes back as files that are empty until an operator names others', () => {
    const optional = {
      payments: 'RAZORPAY_PREVIOUS_WEBHOOK_SECRET',
      accounts: 'KEY_ENCRYPTION_OLD_KEYS',
      notify: 'BOUNCE_IMAP_URL',
    };
    for (const [name, setting] of Object.entries(optional))
      expect(serviceOf(name).environment?.[`${setting}_FILE`]).toBe(`\${${setting}_FILE-/dev/null}`);
  });

  it('passes certificates and passwords of managed engines on to all that connect to them', () => {
    const kafka = processes.filter(({ declared }) => declared.includes('KAFKA_BROKERS'));
    expect(kafka.length).toBeGreaterThan(6);
    for (const name of [...kafka.map((process) => process.name), 'tools']) {
      const { environment = {}, volumes = [] } = serviceOf(name);
      expect(environment).toMatchObject({
        KAFKA_TLS: '${KAFKA_TLS:-}',
        KAFKA_SASL_MECHANISM: '${KAFKA_SASL_MECHANISM:-}',
        KAFKA_USERNAME: '${KAFKA_USERNAME:-}',
        KAFKA_PASSWORD_FILE: '${KAFKA_PASSWORD_FILE-/dev/null}',
        KAFKA_CA_FILE: '${KAFKA_CA_FILE-/dev/null}',
      });
      expect(volumes).toContain('${ENGINE_FILES:-secrets}:/run/engines:ro');
    }
    const { environment } = serviceOf('accounts');
    expect(environment).toMatchObject({
      MONGO_CERT_FILE: '${MONGO_CERT_FILE-/dev/null}',
      REDIS_PASSWORD_FILE: '${REDIS_PASSWORD_FILE-/dev/null}',
    });
    expect(
      Object.keys(serviceOf('gateway').environment ?? {}).filter((key) => key.startsWith('MONGO_')),
    ).toEqual([]);
  });

  it('starts the core without a profile, and Prometheus, Grafana and tools with one', () => {
    const profiles = Object.entries(services).flatMap(([name, { profiles: of }]) =>
      of === undefined ? [] : [[name, of]],
    );
    expect(Object.fromEntries(profiles)).toEqual({ prometheus: ['obs'], grafana: ['obs'], tools: ['tools'] });
  });

  it('knows when every engine is healthy', () => {
    const engines = ['mongo', 'kafka', 'redis-queue', 'redis-cache', 's3', 'prometheus', 'grafana'];
    expect(engines.filter((name) => serviceOf(name).healthcheck?.test === undefined)).toEqual([]);
  });

  it('mounts files that are in the clone', () => {
    const mounted = Object.values(services).flatMap(({ volumes = [] }) =>
      volumes.flatMap((volume) => /^(\.\/[^:]+):/.exec(volume)?.[1] ?? []),
    );
    expect(mounted).toHaveLength(3);
    expect(mounted.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('installs the dependencies of every command of the tools', () => {
    const scripts = [...read('infra/docker/tools.mjs').matchAll(/^ {2}\w+: \['([^']+)'\]/gm)].map(
      ([, script = '']) => script,
    );
    const workspaces = (serviceOf('tools').build?.args?.['WORKSPACES'] ?? '').split(' ');
    expect(scripts.length).toBeGreaterThan(6);
    expect(scripts.filter((script) => !existsSync(join(root, script)))).toEqual([]);
    const ofDocker = 'infra/docker/';
    expect(
      scripts.filter(
        (script) =>
          !script.startsWith(ofDocker) && !workspaces.some((folder) => script.startsWith(`${folder}/`)),
      ),
    ).toEqual([]);
  });

  it('builds each image for the options that its process is started with', () => {
    const [, standard = ''] = /^ARG NODE_ARGS="(.*)"$/m.exec(read('infra/docker/service.Dockerfile')) ?? [];
    for (const { name, script } of processes) {
      const { build, command = [] } = serviceOf(name);
      expect(`node ${build?.args?.['NODE_ARGS'] ?? standard} ${script}`).toBe(command.join(' '));
    }
  });

  it('names only processes of its own in addresses', () => {
    const hosts = processes.flatMap(({ name }) =>
      Object.values(serviceOf(name).environment ?? {}).flatMap((value) =>
        [...withDefaults(value).matchAll(/:\/\/([\w-]+)[:/]/g)].map(([, host = '']) => host),
      ),
    );
    expect(hosts.length).toBeGreaterThan(30);
    expect([...new Set(hosts)].filter((host) => services[host] === undefined)).toEqual([]);
  });

  it('hardens every container of the site', () => {
    const hardened = { read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] };
    for (const { name } of processes) expect(serviceOf(name)).toMatchObject(hardened);
  });

  it('publishes ports on loopback only', () => {
    const ports = Object.values(services).flatMap((service) => service.ports ?? []);
    expect(ports.length).toBeGreaterThan(0);
    expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
  });

  it('has no secret in it', () => {
    const plain = Object.values(services).flatMap(({ environment = {} }) =>
      Object.entries(environment).filter(([key]) => /(TOKEN|SECRET|_KEY|PASSWORD)$/.test(key)),
    );
    expect(plain).toEqual([]);
  });
});

describe('the override of a site that sells (docs/operate.md)', () => {
  const [text = ''] = /^services:\n {2}notify:[\s\S]*?(?=^```)/m.exec(read('docs/operate.md')) ?? [];
  const override = parse(text) as {
    services: Record<
      string,
      { environment?: Record<string, string>; secrets?: string[]; profiles?: string[] }
    >;
    secrets: Record<string, { file: string }>;
  };
  const SECRETS: Record<string, string> = { 'smtp-url': 'smtps://user:password@mail.example' };
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'vidhi-override-'));
    for (const name of Object.keys(override.secrets))
      writeFileSync(join(folder, name), `${SECRETS[name] ?? 'x'.repeat(64)}\n`);
    writeFileSync(join(folder, 'generated'), 'x'.repeat(64));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Configuration of a service with both files, as its container gets it. */
  async function configOf(name: string): Promise<Record<string, unknown>> {
    const { environment = {} } = override.services[name] ?? {};
    const merged = Object.entries({ ...serviceOf(name).environment, ...environment }).map(([key, value]) => [
      key,
      withDefaults(value)
        .replace(/^\/run\/secrets\//, `${folder}/`)
        .replace(/^\/secrets\/.*$/, join(folder, 'generated')),
    ]);
    const script = processes.find((each) => each.name === name)?.script ?? '';
    const { readConfig } = (await import(pathToFileURL(join(root, dirname(script), 'config.ts')).href)) as {
      readConfig: (env: NodeJS.ProcessEnv) => Record<string, unknown>;
    };
    return readConfig(Object.fromEntries(merged) as NodeJS.ProcessEnv);
  }

  it('leaves no process with an address of a sandbox', async () => {
    const names = processes.map(({ name }) => name).filter((name) => !name.endsWith('sandbox'));
    const configs = await Promise.all(names.map(configOf));
    // PUBLIC_URL is set in .env.
    const values = configs.flatMap(({ PUBLIC_URL: _url, HOST: _host, TRUSTED_PROXIES: _of, ...config }) =>
      Object.values(config).map(String),
    );
    expect(values.length).toBeGreaterThan(100);
    expect(values.filter((value) => /sandbox|127\.0\.0\.1/.test(value))).toEqual([]);
  });

  it('sends mails to the mail server of the site, and payments to the card provider', async () => {
    expect(await configOf('notify')).toMatchObject({ SMTP_URL: SECRETS['smtp-url'] });
    for (const name of ['MAIL_LOOKUP_URL', 'MAIL_SANDBOX'])
      expect(await configOf('notify')).not.toHaveProperty(name);
    expect(await configOf('payments')).toMatchObject({ RAZORPAY_BASE_URL: 'https://api.razorpay.com' });
    expect(await configOf('web')).toMatchObject({
      CHECKOUT_SCRIPT_URL: 'https://checkout.razorpay.com/v1/checkout.js',
    });
  });

  it('gives each service the secrets whose files it reads, and stops the sandboxes', () => {
    for (const { environment = {}, secrets = [] } of Object.values(override.services)) {
      const used = Object.values(environment).flatMap(
        (value) => /^\/run\/secrets\/(.+)$/.exec(value)?.[1] ?? [],
      );
      expect(used.toSorted()).toEqual(secrets.toSorted());
    }
    expect(override.services).toMatchObject({
      sandbox: { profiles: ['never'] },
      'payment-sandbox': { profiles: ['never'] },
    });
  });
});

describe.each(['service', 'web'])('infra/docker/%s.Dockerfile', (name) => {
  const lines = read(`infra/docker/${name}.Dockerfile`)
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n');
  const last = (instruction: string): string =>
    lines.findLast((line) => line.startsWith(`${instruction} `))?.slice(instruction.length + 1) ?? '';

  it('takes its base as an argument in every stage of its own', () => {
    const bases = lines.filter((line) => line.startsWith('FROM ')).map((line) => line.split(' ')[1]);
    expect(bases.slice(1).filter((base) => base !== '${BASE}' && base !== 'service-base')).toEqual([]);
    // Dependency updates read image names in FROM, and no arguments.
    expect(lines).toContain('ARG BASE=debian-with-node');
    expect(lines.find((line) => line.startsWith('FROM '))).toMatch(
      /^FROM node:24[\w.-]* AS debian-with-node$/,
    );
  });

  it('runs as a user that is not root', () => {
    expect(last('USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  });

  it("starts in exec form with the launcher's options", () => {
    const command = JSON.parse(last('CMD')) as string[];
    expect(command.slice(0, -1)).toEqual(['node', ...NODE_OPTIONS]);
  });

  it('compiles the modules as the user and with the options of the process, as no other cache is read', () => {
    const compiled = lines.findIndex((line) => /^RUN node .*\.compile-cache/.test(line));
    const user = lines.findLastIndex((line, index) => index < compiled && line.startsWith('USER '));
    expect(lines[user]).toBe(`USER ${last('USER')}`);
    const stage = lines.findLastIndex((line, index) => index < compiled && line.startsWith('FROM '));
    expect(user).toBeGreaterThan(stage);
    const [, named = ''] = /^ARG NODE_ARGS="(.*)"$/m.exec(lines.join('\n')) ?? [];
    expect(lines[compiled]?.replace('${NODE_ARGS}', named)).toContain(`RUN node ${NODE_OPTIONS.join(' ')} `);
  });

  it("has the launcher's settings of malloc", () => {
    const settings = Object.fromEntries(
      lines
        .filter((line) => line.startsWith('ENV '))
        .flatMap((line) => [...line.matchAll(/(\w+)=(\S+)/g)].map(([, key, value]) => [key, value])),
    );
    expect(settings).toMatchObject(MALLOC);
  });

  it('is healthy when the service is ready', () => {
    expect(last('HEALTHCHECK')).toContain('CMD ["/bin/bash", "infra/docker/is-ready.sh"]');
    expect(read('infra/docker/is-ready.sh')).toContain('/readyz');
  });
});
