import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { SERVICES } from '@vidhi/contracts/services.mjs';
import { TOPICS } from '@vidhi/contracts/topics.ts';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const topicKeys = Object.keys(TOPICS);
const list = SERVICES.map((service) => ({ publishes: [], consumes: [], ...service }));

/** Keys of `TOPICS` that the sources of a service name. */
function topicsNamedBy(name: string): string[] {
  const sources = globSync(`services/${name}/src/**/*.ts`, { cwd: root })
    .filter((file) => !/\.test\.ts$|-builder\.ts$/.test(basename(file)))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .filter((text) => text.includes('@vidhi/contracts/topics.ts'));
  return topicKeys.filter((key) => sources.some((text) => new RegExp(`\\b${key}\\b`).test(text)));
}

describe('the list of services', () => {
  it('has every folder of services, and no other script than those that are there', () => {
    const folders = readdirSync(join(root, 'services'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `services/${name}/src/server.ts`);
    expect(SERVICES.map(({ script }) => script).toSorted()).toEqual(
      [...folders, 'web/server/server.ts'].toSorted(),
    );
    expect(SERVICES.filter(({ script }) => !existsSync(join(root, script)))).toEqual([]);
  });

  it.each(SERVICES.map(({ name, script }) => ({ name, script })))(
    'has $name, which is opened and closed by runService under this name',
    ({ name, script }) => {
      const text = readFileSync(join(root, script), 'utf8');
      expect(/await runService\(\{\s*name: '([^']+)'/.exec(text)?.[1]).toBe(name);
      expect(text).not.toContain('process.on');
    },
  );

  it('has one publisher for each topic, except for that to which every service writes', () => {
    const publishers = Map.groupBy(
      list.flatMap(({ name, publishes }) => publishes.map((topic) => ({ name, topic }))),
      ({ topic }) => topic,
    );
    expect([...publishers.keys()].toSorted()).toEqual(topicKeys.toSorted());
    const shared = [...publishers].filter(([, names]) => names.length > 1).map(([topic]) => topic);
    expect(shared).toEqual(['siteAudit']);
  });

  it.each(list.map(({ name, publishes, consumes }) => ({ name, topics: [...publishes, ...consumes] })))(
    'names the topics that $name names',
    ({ name, topics }) => {
      expect([...new Set<string>(topics)].toSorted()).toEqual(topicsNamedBy(name).toSorted());
    },
  );

  it('has an authorization matrix for every service with routes of its own', () => {
    const withRoutes = SERVICES.filter(
      ({ name, script }) =>
        name === 'gateway' || globSync(`${dirname(script)}/**/*-routes.ts`, { cwd: root }).length > 0,
    );
    const withoutMatrix = withRoutes.filter(
      ({ script }) => !existsSync(join(root, dirname(script), 'authorization-matrix.test.ts')),
    );
    expect(withRoutes.map(({ name }) => name)).toEqual(expect.arrayContaining(['accounts', 'web']));
    expect(withoutMatrix).toEqual([]);
  });
});
