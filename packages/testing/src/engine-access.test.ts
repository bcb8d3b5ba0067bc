import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError } from '@vidhi/service-kit/app-config.ts';
import {
  kafkaAccess,
  mongoAccess,
  readKafkaAccess,
  readMongoAccess,
  redisAccess,
} from '@vidhi/service-kit/engine-access.ts';
import { makeCertificates, type Certificates } from './secured-engines.ts';

let folder: string;
let certificates: Certificates;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vidhi-access-'));
  certificates = makeCertificates(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the access to MongoDB', () => {
  it('has no options unless they are set, so that the URL decides', () => {
    expect(readMongoAccess({ MONGO_CA: '', MONGO_CA_FILE: '/dev/null' })).toEqual({});
  });

  it('is a client certificate of X.509 where the URL says so', () => {
    const access = readMongoAccess({
      MONGO_CA_FILE: join(folder, 'ca.pem'),
      MONGO_CERT_FILE: join(folder, 'client.pem'),
      MONGO_KEY_FILE: join(folder, 'client.key'),
    });
    const url = 'mongodb://db.example/vidhi_news?authMechanism=MONGODB-X509&authSource=%24external';
    const { options } = new mongoose.mongo.MongoClient(url, access);
    expect(options).toMatchObject({
      tls: true,
      ca: certificates.ca.trim(),
      cert: certificates.client.cert.trim(),
      key: certificates.client.key.trim(),
      credentials: { mechanism: 'MONGODB-X509', source: '$external' },
    });
  });

  it('rejects a certificate without its key, with the key of another one, and a text that is none', () => {
    const { cert } = certificates.client;
    expect(() => mongoAccess({ MONGO_CERT: cert })).toThrow(
      '/MONGO_CERT and /MONGO_KEY must be set together',
    );
    const other = makeCertificates(join(folder, 'other')).client.key;
    expect(() => mongoAccess({ MONGO_CERT: cert, MONGO_KEY: other })).toThrow(/MONGO_KEY is not usable/);
    expect(() => readMongoAccess({ MONGO_CA: 'ca.pem' })).toThrow(ConfigError);
  });
});

describe('the access to Kafka', () => {
  const sasl = { KAFKA_SASL_MECHANISM: 'PLAIN', KAFKA_USERNAME: 'asha', KAFKA_PASSWORD: 'secret' } as const;

  it('is plain by default', () => {
    expect(readKafkaAccess({})).toEqual({});
  });

  it('has TLS when it is set, or when a certificate is', () => {
    expect(readKafkaAccess({ KAFKA_TLS: 'true' })).toEqual({ tls: {} });
    expect(kafkaAccess({ KAFKA_CA: certificates.ca, ...sasl })).toEqual({
      tls: { ca: certificates.ca },
      sasl: { mechanism: 'PLAIN', username: 'asha', password: 'secret' },
    });
  });

  it.each(Object.keys(sasl))('rejects SASL without %s', (name) => {
    expect(() => kafkaAccess({ ...sasl, [name]: undefined })).toThrow('must be set together');
  });

  it('rejects a certificate beside KAFKA_TLS=false, and an unknown mechanism', () => {
    expect(() => kafkaAccess({ KAFKA_TLS: false, KAFKA_CA: certificates.ca })).toThrow(ConfigError);
    expect(() => readKafkaAccess({ ...sasl, KAFKA_SASL_MECHANISM: 'GSSAPI' })).toThrow(ConfigError);
  });
});

describe('the access to Redis', () => {
  it('names the server for those that choose their certificate by it', () => {
    expect(redisAccess({ REDIS_URL: 'rediss://cache.example:6380' })).toEqual({
      tls: { servername: 'cache.example' },
    });
    expect(redisAccess({ REDIS_URL: 'rediss://10.0.0.7:6380' })).toEqual({ tls: {} });
    expect(redisAccess({ REDIS_URL: 'redis://10.0.0.7' })).toEqual({});
  });

  it('rejects certificates beside redis://, and a user without a password', () => {
    expect(() => redisAccess({ REDIS_URL: 'redis://x', REDIS_CA: certificates.ca })).toThrow('rediss://');
    expect(() => redisAccess({ REDIS_URL: 'redis://x', REDIS_USERNAME: 'asha' })).toThrow('/REDIS_PASSWORD');
  });
});
