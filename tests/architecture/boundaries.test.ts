import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const rules = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs'));

/** The project has somewhat more files; a run that finds fewer has missed a folder. */
const MIN_FILES = 1_800;

async function cruiseFolders(
  baseDir: string,
  ...folders: string[]
): Promise<ICruiseResult['summary'] & { files: number }> {
  const { forbidden, options } = rules;
  const result = await cruise(
    folders.filter((folder) => existsSync(join(baseDir, folder))),
    { ruleSet: { forbidden }, validate: true, baseDir, ...options },
  );
  if (typeof result.output === 'string') throw new Error('expected a result, not a report');
  const own = result.output.modules.filter(({ source }) => !source.includes('node_modules'));
  return { ...result.output.summary, files: own.length };
}

describe('import rules', () => {
  it('find every planted violation', async () => {
    const { violations } = await cruiseFolders(join(import.meta.dirname, 'fixtures'), '.');
    expect(violations.map(({ rule, from }) => `${rule.name} ${from}`).toSorted()).toEqual([
      'browser-code-without-ssr web/src/features/one/rendering.ts',
      'collections-are-data packages/collections/src/reading.ts',
      'content-packages-by-their-entries services/alpha/src/deep.ts',
      'content-service-by-the-entries-of-the-engine packages/content-service/src/deep.ts',
      'content-service-store-imports-earlier-folders packages/content-service/src/store/upward.ts',
      'engine-below-service packages/content-engine/src/model/client.ts',
      'engine-below-service packages/content-engine/src/model/socket.ts',
      'engine-schema-imports-earlier-folders packages/content-engine/src/schema/upward.ts',
      'engine-write-imports-earlier-folders packages/content-engine/src/write/upward.ts',
      'internals-are-not-for-services services/alpha/src/insider.ts',
      'no-cross-feature web/src/features/one/one.ts',
      'no-cross-service services/alpha/src/thief.ts',
      'no-cycles packages/lib/src/ring-a.ts',
      'no-test-code-in-products services/alpha/src/leaning.ts',
      'only-messaging-imports-kafka services/alpha/src/own-kafka.ts',
      'outbox-above-messaging packages/messaging/src/upward.ts',
      'outbox-without-content packages/outbox/src/upward.ts',
      'packages-below-services packages/lib/src/upward.ts',
      'web-shared-is-the-lowest-layer web/src/shared/shared.ts',
    ]);
  }, 600_000);

  it('are followed by all code', async () => {
    const { violations, files } = await cruiseFolders(
      root,
      'services',
      'packages',
      'web/src',
      'web/server',
      'web/kit',
      'web/scripts',
      'tools',
      'infra/deploy',
      'infra/load',
      'infra/local',
      'infra/sandbox',
      'tests',
    );
    expect(violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).toEqual([]);
    expect(files).toBeGreaterThan(MIN_FILES);
  }, 600_000);
});
