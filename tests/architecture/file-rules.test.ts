import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

/** Files that git tracks or would; what is built or fetched is not among them. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)));

const sources = files.filter(
  (file) => /\.(ts|tsx|mjs)$/.test(file) && !file.startsWith('tests/architecture/fixtures/'),
);
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

describe('what a stranger reads', () => {
  const documents = files.filter((file) => file.endsWith('.md'));

  it('leads to files that are in the clone', () => {
    const links = documents.flatMap((file) =>
      [...read(file).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(([, link = '']) => ({
        file,
        link,
      })),
    );
    expect(links.length).toBeGreaterThan(10);
    const lost = links.filter(({ file, link }) => {
      const target = join(root, dirname(file), link);
      return relative(root, target).startsWith('..') || !existsSync(target);
    });
    expect(lost).toEqual([]);
  });

  it('names no folder of the machine that it was written on', () => {
    const texts = files.filter((file) => /\.(md|ts|tsx|mjs|json|css|html|java|xml|ya?ml)$/.test(file));
    const ownFolder = /(?<![\w.:/}-])\/(?:work|home|root|Users)\/[\w.-]/;
    expect(texts.filter((file) => ownFolder.test(read(file)))).toEqual([]);
  });
});

describe('the source files', () => {
  it('are there to be read', () => {
    expect(sources.length).toBeGreaterThan(150);
  });

  it('stay under 400 lines each', () => {
    const long = sources.filter((file) => read(file).split('\n').length > 400);
    expect(long).toEqual([]);
  });

  it('are named in kebab-case after what they hold, never utils', () => {
    const odd = sources.filter((file) => {
      const name = basename(file).replace(
        /(\.(int|isolated|config|d|property|module\.css\.d))?(\.(test|spec))?\.(ts|tsx|mjs)$/,
        '',
      );
      return !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) || /^(utils?|helpers?|common|misc)$/.test(name);
    });
    expect(odd).toEqual([]);
  });

  it('replace modules with vi.mock only in *.isolated.test.ts, because other tests share loaded modules', () => {
    const found = sources.filter((file) => /^\s*vi\.(mock|doMock|resetModules)\(/m.test(read(file)));
    expect(found.filter((file) => !/\.isolated\.test\.tsx?$/.test(file))).toEqual([]);
    expect(found.length).toBeGreaterThan(0);
  });

  it('mute no checker', () => {
    const muted = sources.filter(
      (file) =>
        !file.startsWith('tests/architecture/') &&
        /@ts-(ignore|expect-error|nocheck)|(eslint|oxlint)-disable|\bas any\b/.test(read(file)),
    );
    expect(muted).toEqual([]);
  });
});

describe('the lockfile', () => {
  it('names no download address', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { resolved?: string; link?: boolean }>;
    };
    const addressed = Object.entries(packages).filter(
      ([, { resolved, link }]) => resolved !== undefined && link !== true,
    );
    expect(addressed).toEqual([]);
  });
});

describe('the dependencies', () => {
  it('are pinned to exact versions', () => {
    const manifests = files.filter((file) => basename(file) === 'package.json');
    const loose = manifests.flatMap((file) => {
      const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read(file)) as Record<
        string,
        Record<string, string> | undefined
      >;
      return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
        .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
        .map(([name, version]) => `${file}: ${name}@${version}`);
    });
    expect(manifests.length).toBeGreaterThan(15);
    expect(loose).toEqual([]);
  });
});
