import { describe, expect, it } from 'vitest';
import { shippedPackages, type Lockfile } from './shipped-packages.ts';

const LOCKFILE: Lockfile = {
  packages: {
    web: { name: '@site/web', version: '0.0.0', dependencies: { react: '1', '@site/kit': '0' } },
    'packages/kit': { name: '@site/kit', version: '0.0.0', dependencies: { tiny: '1' } },
    'tests/e2e': { name: '@site/e2e', version: '0.0.0', dependencies: { browser: '1' } },
    'node_modules/@site/kit': { link: true, resolved: 'packages/kit' },
    'node_modules/react': { version: '19.0.0', peerDependencies: { scheduler: '1', absent: '1' } },
    'node_modules/scheduler': {
      version: '1.0.0',
      optionalDependencies: { 'binary-of-another-platform': '1' },
    },
    'node_modules/tiny': { version: '1.0.0' },
    'packages/kit/node_modules/tiny': { version: '2.0.0' },
    'node_modules/browser': { version: '1.0.0' },
  },
};

describe('the packages of an image', () => {
  it('are those that its workspaces reach, each in the version that Node finds', () => {
    expect([...shippedPackages(LOCKFILE, ['web'])].toSorted()).toEqual([
      '@site/kit@0.0.0',
      '@site/web@0.0.0',
      'react@19.0.0',
      'scheduler@1.0.0',
      'tiny@2.0.0',
    ]);
  });

  it('are unknown for a workspace that the lockfile lacks', () => {
    expect(() => shippedPackages(LOCKFILE, ['nothing'])).toThrow('The lockfile has no nothing');
  });
});
