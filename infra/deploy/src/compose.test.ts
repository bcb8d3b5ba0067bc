import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LAUNCHED_SERVICES, MALLOC, NODE_OPTIONS } from '@vidhi/local/services.mjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { deployedProcesses, type DeployedProcess } from './deployed-processes.ts';
import { manifestFiles } from './manifest-files.ts';

const root = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

interface ComposeService {
  image: string;
  build?: { dockerfile: string };
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

/** As docker compose does, for variables that the environment does not have. */
const withDefaults = (text: string): string => {
  const once = text.replaceAll(
    /\$\{\w+(?::?-([^{}]*))?\}/g,
    (_match, value: string | undefined) => value ?? '',
  );
  return once === text ? text : withDefaults(once);
};

let processes: DeployedProcess[];
beforeAll(async () => {
  processes = await deployedProcesses({ withSandboxes: true });
});

describe('docker-compose.yml', () => {
  it('is what npm run manifests writes', async () => {
    const outdated = [...(await manifestFiles())].filter(([path, text]) => read(path) !== text);
    expect(outdated.map(([path]) => path)).toEqual([]);
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
          ? [key.slice(0, -'_FILE'.length), 'x'.repeat(64)]
          : [key, withDefaults(value)],
      );
      expect(() => readConfig(Object.fromEntries(env))).not.toThrow();
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

describe.each(['service', 'web'])('infra/docker/%s.Dockerfile', (name) => {
  const lines = read(`infra/docker/${name}.Dockerfile`)
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n');
  const last = (instruction: string): string =>
    lines.findLast((line) => line.startsWith(`${instruction} `))?.slice(instruction.length + 1) ?? '';

  it('takes its base as an argument in every stage of its own', () => {
    const bases = lines.filter((line) => line.startsWith('FROM ')).map((line) => line.split(' ')[1]);
    expect(bases.filter((base) => base !== '${BASE}' && base !== 'service-base')).toEqual([]);
    expect(lines).toContain('ARG BASE=node:24-bookworm-slim');
  });

  it('runs as a user that is not root', () => {
    expect(last('USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  });

  it("starts in exec form with the launcher's options", () => {
    const command = JSON.parse(last('CMD')) as string[];
    expect(command.slice(0, -1)).toEqual(['node', ...NODE_OPTIONS]);
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
