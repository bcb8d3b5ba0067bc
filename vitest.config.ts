import { defineConfig } from 'vitest/config';

const everywhere = { exclude: ['**/node_modules/**', '**/dist/**', '.engines/**', '.data/**', '.test/**'] };

export default defineConfig({
  test: {
    reporters: ['default'],
    projects: [
      {
        test: {
          ...everywhere,
          name: 'unit',
          include: ['{packages,services,tools,infra,tests}/**/*.test.ts'],
          exclude: [...everywhere.exclude, '**/*.int.test.ts'],
          testTimeout: 20_000,
        },
      },
      {
        test: { ...everywhere, name: 'web', include: ['web/**/*.test.{ts,tsx}'], testTimeout: 20_000 },
      },
      {
        test: {
          ...everywhere,
          name: 'integration',
          include: ['{packages,services,tools,infra,tests,web}/**/*.int.test.ts'],
          globalSetup: ['packages/testing/src/vitest-global-setup.ts'],
          setupFiles: ['packages/testing/src/vitest-mongo-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          ...everywhere,
          name: 'e2e',
          include: ['tests/e2e/**/*.spec.ts'],
          testTimeout: 120_000,
          hookTimeout: 300_000,
          maxWorkers: 1,
          fileParallelism: false,
        },
      },
    ],
  },
});
