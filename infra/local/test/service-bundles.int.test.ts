import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { inRoot } from '@vidhi/local/paths.mjs';
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

it('has one copy of kafkajs, the one that packages/messaging patches', { timeout: 120_000 }, async () => {
  const folder = await ensureServiceBundles({ node: process.execPath });
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.mjs'),
  );
  const text = files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
  expect(text.match(/class RequestQueue\b|\bRequestQueue = class/g)).toHaveLength(1);
  expect(text).toContain('function scheduleWhenNeeded');
  expect(text).not.toMatch(/(from|import|require)[\w$]*\s*\(?["']kafkajs/);
});

it('has a bundle of every module that a service runs in a child process', { timeout: 120_000 }, async () => {
  const folder = await ensureServiceBundles({ node: process.execPath });
  const sources = globSync('services/*/src/**/*.ts', { cwd: inRoot() }).map((path) =>
    readFileSync(inRoot(path), 'utf8'),
  );
  const found = sources.flatMap((text) =>
    [...text.matchAll(/childModule\(.*'([\w-]+)\.ts'/g)].map(([, name]) => `${name}.mjs`),
  );
  expect(found.length).toBeGreaterThan(2);
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(found));
});

it(
  'reads files of the checkout that starts it, where `.engines` is a link',
  { timeout: 120_000 },
  async () => {
    const folder = await ensureServiceBundles({ node: process.execPath });
    const checkout = mkdtempSync(join(tmpdir(), 'vidhi-checkout-'));
    symlinkSync(join(folder, '..', '..'), join(checkout, '.engines'));
    const nowhere = '127.0.0.1:1';
    const env = {
      MONGO_URL: `mongodb://${nowhere}/accounts`,
      KAFKA_BROKERS: nowhere,
      REDIS_URL: `redis://${nowhere}`,
      SERVICE_TOKEN: 'a-service-token-of-32-characters!',
    };
    try {
      const output = await new Promise<string>((resolve) => {
        const script = join(checkout, '.engines', 'services', basename(folder), 'accounts.mjs');
        const options = { env, timeout: 60_000, killSignal: 'SIGKILL' } as const;
        execFile(process.execPath, [script], options, (_error, stdout, stderr) => resolve(stdout + stderr));
      });
      // It ends, as this checkout has no such file.
      expect(output).toContain(join(checkout, 'services/accounts/data/common-passwords.txt'));
    } finally {
      rmSync(checkout, { recursive: true, force: true });
    }
  },
);
