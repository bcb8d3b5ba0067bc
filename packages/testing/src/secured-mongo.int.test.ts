import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inRoot } from '@vidhi/local/paths.mjs';
import { startSecantus } from '@vidhi/local/secantus.mjs';
import { loadConfig } from '@vidhi/service-kit/app-config.ts';
import { mongoAccess } from '@vidhi/service-kit/engine-access.ts';
import { connectMongo } from '@vidhi/service-kit/mongo.ts';
import { MongoEnv } from '@vidhi/service-kit/service-env.ts';
import { makeCertificates, type Certificates } from './secured-engines.ts';

/** The stand-in has no TLS; `npm test -- integration-mongo` runs SecantusDB. */
const hasTls = process.env['MONGO_ENGINE'] === 'SecantusDB';

describe.runIf(hasTls)('MongoDB with TLS', () => {
  let dataDir: string;
  let certificates: Certificates;
  const stops: (() => Promise<void>)[] = [];
  const urls = { server: '', mutual: '' };

  async function start(name: string, more: readonly string[]): Promise<string> {
    const home = join(dataDir, name);
    mkdirSync(join(home, 'run'), { recursive: true });
    const { folder } = certificates;
    const { url, stop } = await startSecantus({
      dataDir: home,
      engineDir: inRoot('.engines'),
      logFile: join(home, 'secantus.log'),
      tls: [
        '--tls-cert-file',
        join(folder, 'server.pem'),
        '--tls-key-file',
        join(folder, 'server.key'),
        ...more,
      ],
    });
    stops.push(stop);
    return url;
  }

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'vidhi-secured-'));
    certificates = makeCertificates(join(dataDir, 'certificates'));
    const authority = ['--tls-ca-file', join(certificates.folder, 'ca.pem')];
    urls.server = await start('server', []);
    urls.mutual = await start('mutual', [...authority, '--tls-require-client-cert']);
  });
  afterAll(async () => {
    await Promise.all(stops.map((stop) => stop()));
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** Connects as a service does, and resolves with what it has written and read. */
  async function roundTrip(env: Record<string, string>): Promise<unknown> {
    const config = loadConfig(Type.Object(MongoEnv), env);
    const connection = await connectMongo(config.MONGO_URL, false, mongoAccess(config));
    try {
      const things = connection.collection<{ _id: string; title: string }>('things');
      await things.insertOne({ _id: 'one', title: 'विधि' });
      return await things.findOneAndDelete({ _id: 'one' });
    } finally {
      await connection.close();
    }
  }
  const file = (name: string): string => join(certificates.folder, name);

  it('is used with the authority that signed its certificate', async () => {
    expect(await roundTrip({ MONGO_URL: urls.server, MONGO_CA_FILE: file('ca.pem') })).toEqual({
      _id: 'one',
      title: 'विधि',
    });
  });

  it('is used with a certificate of the client', async () => {
    const env = { MONGO_URL: urls.mutual, MONGO_CA_FILE: file('ca.pem') };
    const own = { MONGO_CERT_FILE: file('client.pem'), MONGO_KEY_FILE: file('client.key') };
    expect(await roundTrip({ ...env, ...own })).toMatchObject({ _id: 'one' });
    await expect(roundTrip(env)).rejects.toThrow(/alert|closed|handshake|certificate/i);
  });

  it('is not trusted without its authority', async () => {
    await expect(roundTrip({ MONGO_URL: `${urls.server}&tls=true` })).rejects.toThrow(/certificate/);
  });
});
