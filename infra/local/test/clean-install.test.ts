import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { cleanInstall, withTarballs } from '../src/clean-install.mjs';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

const NAME = '@scope/some-package';
const USUAL_PATH = '/@scope/some-package/-/some-package-1.2.3.tgz';
const OTHER_PATH = '/download/1.2.3';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vidhi-clean-install-'));
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function packedPackage(): Buffer {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'package'));
  writeFileSync(join(folder, 'package/package.json'), JSON.stringify({ name: NAME, version: '1.2.3' }));
  return execFileSync('tar', ['-cz', '-C', folder, 'package']);
}

/** Starts a registry of one package, and creates a project with a lockfile that has it and names no registry. */
async function project({ tarballPath }: { tarballPath: string }) {
  const tarball = packedPackage();
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
  const requested: string[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '');
    requested.push(path);
    if (path === tarballPath) return response.end(tarball);
    if (path !== `/${NAME}`) return response.writeHead(404).end('{}');
    const dist = { tarball: `${registry}${tarballPath}`, integrity };
    const versions = { '1.2.3': { name: NAME, version: '1.2.3', dist } };
    return response.end(JSON.stringify({ name: NAME, 'dist-tags': { latest: '1.2.3' }, versions }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUps.push(() => server.close());
  const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const folder = temporaryFolder();
  const root = { name: 'project', version: '0.0.0', dependencies: { [NAME]: '1.2.3' } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(root));
  writeFileSync(
    join(folder, 'package-lock.json'),
    JSON.stringify({
      name: root.name,
      version: root.version,
      lockfileVersion: 3,
      packages: { '': root, [`node_modules/${NAME}`]: { version: '1.2.3', integrity } },
    }),
  );
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    npm_config_registry: `${registry}/`,
    npm_config_cache: temporaryFolder(),
    npm_config_update_notifier: 'false',
  };
  const installed = (): unknown =>
    JSON.parse(readFileSync(join(folder, 'node_modules', NAME, 'package.json'), 'utf8'));
  return { folder, env, requested, installed };
}

describe('the installation of the dependencies', () => {
  it('requests tarballs alone, whatever a killed installation left', async () => {
    const { folder, env, requested, installed } = await project({ tarballPath: USUAL_PATH });
    const left = join(folder, 'npm-shrinkwrap.json');
    writeFileSync(left, '{"lockfileVersion":3,"packages":{}}');
    expect(await cleanInstall({ folder, env })).toMatchObject({ code: 0 });
    expect(installed()).toEqual({ name: NAME, version: '1.2.3' });
    expect(requested).toEqual([USUAL_PATH]);
    expect(existsSync(left)).toBe(false);
  });

  it('requests the metadata too from a registry with other paths', async () => {
    const { folder, env, requested, installed } = await project({ tarballPath: OTHER_PATH });
    expect(await cleanInstall({ folder, env })).toMatchObject({ code: 0 });
    expect(installed()).toEqual({ name: NAME, version: '1.2.3' });
    expect(requested).toEqual([USUAL_PATH, `/${NAME}`, OTHER_PATH]);
    expect(existsSync(join(folder, 'npm-shrinkwrap.json'))).toBe(false);
  });
});

describe('withTarballs', () => {
  const integrity = 'sha512-x';
  const config = { registry: 'https://registry.example/npm/', '@own:registry': 'https://own.example' };
  const locate = (path: string, locked: object) =>
    withTarballs({ packages: { [path]: locked } }, config).packages[path];

  it('names the tarball of a package, of a nested one and of one with another name', () => {
    const tarball = { resolved: 'https://registry.example/npm/a/-/a-1.0.0.tgz' };
    const locked = { version: '1.0.0', integrity };
    expect(locate('node_modules/a', locked)).toEqual({ ...locked, ...tarball });
    expect(locate('node_modules/b/node_modules/a', locked)).toEqual({ ...locked, ...tarball });
    expect(locate('node_modules/alias', { ...locked, name: 'a' })).toMatchObject(tarball);
  });

  it('uses the registry of a scope that has its own', () => {
    const locked = { version: '1.0.0', integrity };
    expect(locate('node_modules/@own/a', locked)).toEqual({
      ...locked,
      resolved: 'https://own.example/@own/a/-/a-1.0.0.tgz',
    });
    expect(locate('node_modules/@other/a', locked)).toEqual({
      ...locked,
      resolved: 'https://registry.example/npm/@other/a/-/a-1.0.0.tgz',
    });
  });

  it('leaves the root, workspaces and packages with an address of their own', () => {
    const others = {
      '': { version: '0.0.0' },
      'node_modules/@own/workspace': { link: true, resolved: 'packages/workspace' },
      'node_modules/from-git': { version: '1.0.0', integrity, resolved: 'git+ssh://git.example/a.git#1' },
    };
    expect(withTarballs({ packages: others }, config).packages).toEqual(others);
  });

  it('leaves every package when the registry is not known', () => {
    const packages = { 'node_modules/a': { version: '1.0.0', integrity } };
    expect(withTarballs({ packages }, {}).packages).toEqual(packages);
  });
});
