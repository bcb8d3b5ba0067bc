import { defineConfig } from 'vitest/config';

const everywhere = { exclude: ['**/node_modules/**', '**/dist/**', '.engines/**', '.data/**', '.test/**'] };

/** How long `expect.poll` waits for what a test expects, where the test itself names no other time. */
const patience = (timeout: number) => ({ expect: { poll: { timeout } } });

export default defineConfig({
  test: {
    reporters: ['default'],
    projects: [
      {
        test: {
          ...everywhere,
          ...patience(30_000),
          name: 'unit',
          include: ['{packages,services,tools,infra,tests}/**/*.test.ts'],
          exclude: [...everywhere.exclude, '**/*.int.test.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          ...everywhere,
          ...patience(30_000),
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          setupFiles: ['web/src/testing/patience.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          ...everywhere,
          ...patience(60_000),
          name: 'integration',
          include: ['{packages,services,tools,infra,tests,web}/**/*.int.test.ts'],
          globalSetup: ['packages/testing/src/vitest-global-setup.ts'],
          setupFiles: ['packages/testing/src/vitest-mongo-setup.ts'],
          testTimeout: 180_000,
          hookTimeout: 300_000,
          maxWorkers: 2,
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
          maxWorkers: 1,
          fileParallelism: false,
        },
      },
    ],
  },
});
