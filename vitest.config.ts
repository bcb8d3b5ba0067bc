import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import { bootScriptPlugin } from './web/scripts/boot-script.ts';
import { cssOptions } from './web/scripts/style-sheets.ts';

const everywhere = { exclude: ['**/node_modules/**', '**/dist/**', '.engines/**', '.data/**', '.test/**'] };

/** Returns the time-out of `expect.poll` for tests that name no other. */
const patience = (timeout: number) => ({ expect: { poll: { timeout } } });

/**
 * Each takes several times longer than the other files: begun last, it would run alone at the end. The integration tests among
 * them that use the processor most come last, side by side: those that wait would leave it idle there.
 */
const LONGEST = [
  'tests/e2e/memory.spec.ts',
  'tests/e2e/accessibility.spec.ts',
  'tests/e2e/registration.spec.ts',
  'tests/e2e/accepted-screenshots.spec.ts',
  'tests/e2e/catalogue.spec.ts',
  'services/catalog/src/media/variants/variants.int.test.ts',
  'services/notify/src/crash.int.test.ts',
  'infra/local/test/mongo-standin.int.test.ts',
  'infra/local/test/provisioning.int.test.ts',
  'services/notify/src/notify.int.test.ts',
  'infra/local/test/start.int.test.ts',
  'services/news/src/news-crash.int.test.ts',
  'infra/local/test/kafka.int.test.ts',
  'infra/local/test/full-disk.int.test.ts',
  'tools/drill/short-drill.int.test.ts',
  'tools/chaos/short-chaos.int.test.ts',
  'packages/outbox/src/crash.int.test.ts',
  'tests/contract/replay.int.test.ts',
  'tools/chaos/webhooks.int.test.ts',
].map((file) => join(import.meta.dirname, file));
const missing = LONGEST.filter((file) => !existsSync(file));
if (missing.length > 0) throw new Error(`no longer a test: ${missing.join(', ')}`);

type Files = Parameters<BaseSequencer['sort']>[0];

const needsDocument = (file: string): boolean =>
  readFileSync(file, 'utf8').startsWith('// @vitest-environment');

/**
 * Spreads others evenly between the long files. Most integration tests that take seconds wait for timers and processes: one
 * after the other at the end, they would leave much processor time idle.
 */
function spreadBetween(long: Files, others: Files): Files {
  const each = Math.ceil(others.length / Math.max(1, long.length));
  return [
    ...long.flatMap((file, index) => [file, ...others.slice(index * each, (index + 1) * each)]),
    ...others.slice(long.length * each),
  ];
}

/**
 * Begins with the longest files, in the order of their list, also where no earlier run has measured them. Files of a project
 * with the same environment follow each other: a worker is replaced when its next file needs another one.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: Files): Promise<Files> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: Files[number]): boolean => LONGEST.includes(moduleId);
    const long = sorted
      .filter(isLong)
      .toSorted((one, other) => LONGEST.indexOf(one.moduleId) - LONGEST.indexOf(other.moduleId));
    const isIntegration = ({ project }: Files[number]): boolean => project.name === 'integration';
    const rest = sorted.filter((file) => !isLong(file));
    const byEnvironment = Map.groupBy(
      rest.filter((file) => !isIntegration(file)),
      ({ project, moduleId }) => `${project.name} ${needsDocument(moduleId)}`,
    );
    return [...spreadBetween(long, rest.filter(isIntegration)), ...[...byEnvironment.values()].flat()];
  }
}

/**
 * Tests that must not share loaded modules, or the process, with other files: those that replace modules with `vi.mock` or
 * load a module twice, and those that load modules which restrict the decoders of sharp, for the whole process.
 */
const ISOLATED = '**/*.isolated.test.{ts,tsx}';

/**
 * A worker loads each module once for all its files: 37 % (unit) and 65 % (web) less processor time, and one core-second less
 * for each file of the integration and e2e tests.
 */
const SHARES_MODULES = { isolate: false };

/**
 * Node runs the sources itself: no file needs a transformation by Vite but those of the web, and imports cost a sixth less
 * processor time. Node's own loader hooks stay away, with which it cannot link some CommonJS packages.
 */
const RUNS_SOURCES = { experimental: { viteModuleRunner: false, nodeLoader: false } };

const ANTD_SHEET = /^virtual:antd[\w-]*\.css$/;

/** Stands in for the plugin of the build that extracts antd's styles: tests of components need none. */
const withoutAntdStyles = {
  name: 'vidhi:without-antd-styles',
  resolveId: (id: string) => (ANTD_SHEET.test(id) ? `\0${id}` : null),
  load: (id: string) => (id.startsWith('\0') && ANTD_SHEET.test(id.slice(1)) ? '' : null),
};

const web = {
  ...everywhere,
  ...patience(30_000),
  include: ['web/**/*.test.{ts,tsx}'],
  setupFiles: ['web/src/testing/patience.ts', 'web/src/testing/fresh-document.ts'],
  // Components get the names of their classes; no other sheet is read.
  css: { include: /\.module\.css$/, modules: { classNameStrategy: 'scoped' as const } },
  testTimeout: 180_000,
  hookTimeout: 180_000,
};

/** With two browsers on two cores, 7 % of the processor time is idle. */
const BROWSERS = availableParallelism();
/**
 * They wait for timers and processes: with four files at a time on two cores, 5 % of the processor time is idle before the last
 * one has begun; with five, hardly any.
 */
const INTEGRATION_WORKERS = availableParallelism() + 3;

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // One more than cores: unit tests wait for timers and processes a fifth of their time.
    maxWorkers: availableParallelism() + 1,
    reporters: ['default'],
    projects: [
      {
        test: {
          ...everywhere,
          ...patience(30_000),
          name: 'unit',
          include: ['{packages,services,tools,infra,tests}/**/*.test.ts'],
          exclude: [...everywhere.exclude, '**/*.int.test.ts', ISOLATED],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          ...SHARES_MODULES,
          ...RUNS_SOURCES,
        },
      },
      {
        test: {
          ...everywhere,
          ...patience(30_000),
          name: 'unit-isolated',
          include: [`{packages,services,tools,infra,tests}/${ISOLATED}`],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        plugins: [withoutAntdStyles, bootScriptPlugin()],
        css: cssOptions('readable'),
        test: { ...web, name: 'web', exclude: [...everywhere.exclude, ISOLATED], ...SHARES_MODULES },
      },
      {
        plugins: [withoutAntdStyles, bootScriptPlugin()],
        css: cssOptions('readable'),
        test: { ...web, name: 'web-isolated', include: [`web/${ISOLATED}`] },
      },
      {
        test: {
          ...everywhere,
          ...patience(180_000),
          name: 'integration',
          include: ['{packages,services,tools,infra,tests,web}/**/*.int.test.ts'],
          globalSetup: ['packages/testing/src/vitest-global-setup.ts'],
          setupFiles: ['packages/testing/src/vitest-mongo-setup.ts'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
          maxWorkers: INTEGRATION_WORKERS,
          ...SHARES_MODULES,
          ...RUNS_SOURCES,
        },
      },
      {
        test: {
          ...everywhere,
          ...patience(30_000),
          name: 'e2e',
          include: ['tests/e2e/**/*.spec.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          maxWorkers: BROWSERS,
          ...SHARES_MODULES,
          ...RUNS_SOURCES,
        },
      },
    ],
  },
});
