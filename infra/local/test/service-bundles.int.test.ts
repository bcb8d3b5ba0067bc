import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ensureServiceBundles } from '@vidhi/local/service-bundles.mjs';
import { LAUNCHED_SERVICES } from '@vidhi/local/services.mjs';

it('bundles every launched service once for the same sources', { timeout: 120_000 }, async () => {
  const folder = await ensureServiceBundles({ node: process.execPath });
  const bundles = LAUNCHED_SERVICES.map(({ name }) => `${name}.mjs`);
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(bundles));
  const written = bundles.map((name) => statSync(join(folder, name)).mtimeMs);
  expect(await ensureServiceBundles({ node: process.execPath })).toBe(folder);
  expect(bundles.map((name) => statSync(join(folder, name)).mtimeMs)).toEqual(written);
});
