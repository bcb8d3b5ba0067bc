import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import { bootScriptPlugin } from './web/scripts/boot-script.ts';

const everywhere = { exclude: ['**/node_modules/**', '**/dist/**', '.engines/**', '.data/**', '.test/**'] };

/** How long `expect.poll` waits for what a test expects, where the test itself names no other time. */
const patience = (timeout: number) => ({ expect: { poll: { timeout } } });

/** Each takes several times longer than the other files: begun last, it would run alone at the end. */
const LONGEST = /\/(accepted-screenshots|endurance|comfort|catalogue)\.spec\.ts$/;

/** Begins with the longest files, also where no earlier run tells how long each takes. */
class LongestFirst extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]): ReturnType<BaseSequencer['sort']> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: (typeof files)[number]): boolean => LONGEST.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** Tests that replace modules with `vi.mock`, and must not share loaded modules with other files. */
const ISOLATED = '**/*.isolated.test.ts';

const ANTD_STYLES = 'virtual:antd.css';

/** Stands in for the plugin of the build that extracts antd's styles: tests of components need none. */
const withoutAntdStyles = {
  name: 'vidhi:without-antd-styles',
  resolveId: (id: string) => (id === ANTD_STYLES ? `\0${ANTD_STYLES}` : null),
  load: (id: string) => (id === `\0${ANTD_STYLES}` ? '' : null),
};

/** One browser for two cores: the browser, its page and the product behind it need processor time side by side. */
const BROWSERS = Math.max(1, Math.floor(availableParallelism() / 2));

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
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
          // A worker loads each module once for all its files: 37 % less processor time than loading it for each file.
          isolate: false,
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
        test: {
          ...everywhere,
          ...patience(30_000),
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          setupFiles: ['web/src/testing/patience.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
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
          maxWorkers: Math.max(2, availableParallelism()),
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
        },
      },
    ],
  },
});
