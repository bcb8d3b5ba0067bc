import { readFileSync, readdirSync, statSync } from 'node:fs';
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

it('has no copy of kafkajs, which packages/messaging patches', { timeout: 120_000 }, async () => {
  const folder = await ensureServiceBundles({ node: process.execPath });
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.mjs'),
  );
  const texts = files.map((name) => readFileSync(join(folder, name), 'utf8'));
  expect(texts.filter((text) => /class RequestQueue|RequestQueue = class/.test(text))).toEqual([]);
  expect(texts.some((text) => /from ["']kafkajs["']/.test(text))).toBe(true);
});
