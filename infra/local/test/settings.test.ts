import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readDeclaredSettings, storedSettings } from '../src/declared-settings.mjs';
import { environmentOf, LAUNCHED_SERVICES, processNames, type Site } from '../src/services.mjs';

const CLIENT_LIMITS = [
  'WRITES_PER_MINUTE',
  'UPLOADS_PER_HOUR',
  'CHECKOUTS_PER_MINUTE',
  'VERIFICATIONS_PER_MINUTE',
  'ORDER_QUERIES_PER_MINUTE',
  'DOCS_PER_MINUTE',
];

const SET = {
  S3_ENDPOINT: 'https://objects.example',
  S3_BUCKET: 'pictures',
  S3_ACCESS_KEY: 'key',
  S3_SECRET_KEY: 'secret',
  S3_SECRET_KEY_FILE: '/run/secrets/s3',
  UPLOAD_MAX_BYTES: '1048576',
  KEY_ROTATION_DAYS: '30',
  SITE_NAME: 'Nyaya',
  IMAGE_ORIGINS: 'https://cdn.example',
  TRUSTED_PROXIES: '10.0.0.1',
  MAX_LOOP_DELAY_MS: '500',
  // Set by the launcher itself.
  HOST: '0.0.0.0',
  PORT: '80',
  MONGO_URL: 'mongodb://elsewhere',
  NOBODY_READS_THIS: 'x',
};

const settings = await readDeclaredSettings(process.execPath, LAUNCHED_SERVICES);

function site(): Site {
  return {
    bundles: '/bundles',
    node: process.execPath,
    dataDir: '/data',
    publicUrl: 'http://site.example',
    serviceToken: 'token',
    engines: { mongo: 'mongodb://127.0.0.1:1/', kafka: '127.0.0.1:2', redis: 'redis://127.0.0.1:3' },
    ports: Object.fromEntries(processNames({ readers: 0 }).map((name, index) => [name, 20_000 + index])),
    readers: 0,
    logLevel: 'info',
    settings,
  };
}

describe('the settings that services declare', () => {
  it('are read once, and stored beside the bundles', async () => {
    const bundles = mkdtempSync(join(tmpdir(), 'vidhi-settings-'));
    onTestFinished(() => rmSync(bundles, { recursive: true }));
    const options = { bundles, services: LAUNCHED_SERVICES };
    expect(await storedSettings({ ...options, node: process.execPath })).toEqual(settings);
    expect(await storedSettings({ ...options, node: '/nowhere/node' })).toEqual(settings);
  });

  it('are not stored when those of a service could not be read', async () => {
    const bundles = mkdtempSync(join(tmpdir(), 'vidhi-settings-'));
    onTestFinished(() => rmSync(bundles, { recursive: true }));
    const services = [...LAUNCHED_SERVICES, { name: 'broken', script: 'services/broken/src/server.ts' }];
    const found = await storedSettings({ bundles, services, node: process.execPath });
    expect(found).toEqual({ ...settings, broken: [] });
    expect(readdirSync(bundles)).toEqual([]);
  });

  it('are read again when they could not be stored', async () => {
    const options = { bundles: '/nowhere', services: LAUNCHED_SERVICES };
    expect(await storedSettings({ ...options, node: process.execPath })).toEqual(settings);
  });

  it('are none without a Node that runs', async () => {
    const options = { bundles: '/nowhere', services: LAUNCHED_SERVICES };
    expect(await storedSettings({ ...options, node: '/nowhere/node' })).toEqual({});
  });
});

describe('a setting in the environment', () => {
  it('reaches exactly the services whose configuration declares it', () => {
    const here = site();
    const reached = Object.keys(SET).map((key) => [
      key,
      LAUNCHED_SERVICES.filter((service) => {
        const env: Record<string, string | undefined> = environmentOf(here, service, service.name, SET);
        return env[key] === SET[key as keyof typeof SET];
      }).map(({ name }) => name),
    ]);
    expect(Object.fromEntries(reached)).toEqual({
      S3_ENDPOINT: ['catalog'],
      S3_BUCKET: ['catalog'],
      S3_ACCESS_KEY: ['catalog'],
      S3_SECRET_KEY: ['catalog'],
      S3_SECRET_KEY_FILE: ['catalog'],
      UPLOAD_MAX_BYTES: ['catalog'],
      KEY_ROTATION_DAYS: ['accounts'],
      SITE_NAME: ['notify', 'web'],
      IMAGE_ORIGINS: ['news', 'catalog', 'web'],
      TRUSTED_PROXIES: ['gateway'],
      MAX_LOOP_DELAY_MS: ['gateway'],
      HOST: [],
      PORT: [],
      MONGO_URL: [],
      NOBODY_READS_THIS: [],
    });
  });

  it('opens ten connections to the mail inbox by default, and those of notify to a mail server', () => {
    const here = site();
    const notify = LAUNCHED_SERVICES.find(({ name }) => name === 'notify');
    if (notify === undefined) throw new Error('no service notify');
    const connectionsWith = (env: Record<string, string>): string | undefined => {
      const { SMTP_CONNECTIONS }: Record<string, string | undefined> = environmentOf(
        here,
        notify,
        'notify',
        env,
      );
      return SMTP_CONNECTIONS;
    };
    expect(connectionsWith({})).toBe('10');
    expect(connectionsWith({ SMTP_CONNECTIONS: '3' })).toBe('3');
    expect(connectionsWith({ SMTP_URL: 'smtps://mail.example' })).toBeUndefined();
    expect(connectionsWith({ SMTP_URL: 'smtps://mail.example', SMTP_CONNECTIONS: '3' })).toBe('3');
  });

  it('names the import for accounts where the launcher has it, not in an image', () => {
    const accounts = LAUNCHED_SERVICES.find(({ name }) => name === 'accounts');
    if (accounts === undefined) throw new Error('no service accounts');
    const toolOf = (launched: Site) => {
      const env: Record<string, string | undefined> = environmentOf(launched, accounts, 'accounts', {});
      return [env['SITE_IMPORT_TOOL'], env['SITE_IMPORT_DATA_DIR']];
    };
    expect(toolOf({ ...site(), importTool: '/clone/import.ts' })).toEqual(['/clone/import.ts', '/data']);
    expect(toolOf(site())).toEqual([undefined, undefined]);
  });

  it('tells notify which mail server is the inbox, and nothing beside another one', () => {
    const here = { ...site(), ports: { ...site().ports, 'sandbox-smtp': 20_999 } };
    const notify = LAUNCHED_SERVICES.find(({ name }) => name === 'notify');
    if (notify === undefined) throw new Error('no service notify');
    const mailOf = (env: Record<string, string>) => {
      const { SMTP_URL, MAIL_SANDBOX }: Record<string, string | undefined> = environmentOf(
        here,
        notify,
        'notify',
        env,
      );
      return { SMTP_URL, MAIL_SANDBOX };
    };
    const inbox = 'smtp://127.0.0.1:20999';
    expect(mailOf({})).toEqual({ SMTP_URL: inbox, MAIL_SANDBOX: inbox });
    const own = { SMTP_URL: 'smtp://127.0.0.1:25' };
    expect(mailOf(own)).toEqual({ ...own, MAIL_SANDBOX: undefined });
  });

  it('names a second Redis for all services but those with queues', () => {
    const here = site();
    const cache = 'redis://127.0.0.1:4';
    const redisOf = (env: Record<string, string>) =>
      Object.groupBy(
        LAUNCHED_SERVICES.filter(({ engines }) => engines.includes('redis')).map(({ name }) => name),
        (name) => {
          const service = LAUNCHED_SERVICES.find((launched) => launched.name === name);
          if (service === undefined) throw new Error(`no service ${name}`);
          const { REDIS_URL }: Record<string, string | undefined> = environmentOf(here, service, name, env);
          return REDIS_URL ?? 'none';
        },
      );
    expect(redisOf({ REDIS_CACHE_URL: cache })).toEqual({
      [here.engines.redis]: ['catalog', 'notify'],
      [cache]: ['news', 'accounts', 'cart-orders', 'payments', 'gateway'],
    });
    expect(Object.keys(redisOf({}))).toEqual([here.engines.redis]);
  });

  it('switches limits of a client address off only where every client is on this machine', () => {
    const settingsOf = (name: string, publicUrl: string, env: Record<string, string>) => {
      const service = LAUNCHED_SERVICES.find((one) => one.name === name);
      if (service === undefined) throw new Error(`no service ${name}`);
      const all: Record<string, string | undefined> = environmentOf(
        { ...site(), publicUrl },
        service,
        name,
        env,
      );
      return all;
    };
    const limitsOf = (publicUrl: string, env: Record<string, string> = {}) => {
      const all = settingsOf('gateway', publicUrl, env);
      const { UNPAID_PERCENT_PER_ADDRESS } = settingsOf('cart-orders', publicUrl, env);
      expect(UNPAID_PERCENT_PER_ADDRESS).toBe(all['UPLOADS_PER_HOUR']);
      return CLIENT_LIMITS.map((name) => all[name]);
    };
    const off = CLIENT_LIMITS.map(() => '0');
    const defaults = CLIENT_LIMITS.map(() => undefined);
    expect(limitsOf('http://127.0.0.1:8080')).toEqual(off);
    expect(limitsOf('http://localhost:8080')).toEqual(off);
    expect(limitsOf('http://127.0.0.1:8080', { WRITES_PER_MINUTE: '7' })).toEqual(['7', ...off.slice(1)]);
    expect(limitsOf('https://site.example')).toEqual(defaults);
    expect(limitsOf('https://127.0.0.1.site.example')).toEqual(defaults);
    expect(limitsOf('http://127.0.0.1:8080', { TRUSTED_PROXIES: '127.0.0.1' })).toEqual(defaults);
    expect(limitsOf('https://site.example', { WRITES_PER_MINUTE: '0' })).toEqual(['0', ...defaults.slice(1)]);
  });
});
