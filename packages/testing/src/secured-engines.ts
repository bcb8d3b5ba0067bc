import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureJava } from '@vidhi/local/java.mjs';
import { provisionKafka, startKafka } from '@vidhi/local/kafka.mjs';
import { inRoot } from '@vidhi/local/paths.mjs';
import { anyFreePort } from '@vidhi/local/ports.mjs';
import { runProgram } from '@vidhi/local/programs.mjs';
import { startRedis } from '@vidhi/local/redis.mjs';

// Engines with TLS and passwords, as managed ones have them, with a certification authority made for one test.

/** PEM texts: the authority, a certificate for 127.0.0.1 and localhost, and one of a client. */
export interface Certificates {
  folder: string;
  ca: string;
  client: { cert: string; key: string };
}

export const USER = { username: 'asha', password: 'p@ss w/ord+%1' };

const DAYS = '2';

/** The addresses in the environment are those of the test run's own engines. */
const ownEngines = () => ({ ...process.env, KAFKA_BROKERS: '', REDIS_URL: '' });

/** Makes a certification authority in a folder, and signs a certificate of a server and one of a client. */
export function makeCertificates(folder: string): Certificates {
  mkdirSync(folder, { recursive: true });
  const openssl = (...args: string[]): void =>
    void execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-days',
    DAYS,
    '-subj',
    '/CN=test-authority',
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
  );
  for (const [name, subject] of [
    ['server', '/CN=127.0.0.1'],
    ['client', `/CN=${USER.username}`],
  ] as const) {
    openssl('req', ...newKey, '-subj', subject, '-keyout', `${name}.key`, '-out', `${name}.csr`);
    writeFileSync(join(folder, `${name}.ext`), 'subjectAltName=IP:127.0.0.1,DNS:localhost\n');
    openssl(
      'x509',
      '-req',
      '-in',
      `${name}.csr`,
      '-CA',
      'ca.pem',
      '-CAkey',
      'ca.key',
      '-CAcreateserial',
      '-days',
      DAYS,
      '-extfile',
      `${name}.ext`,
      '-out',
      `${name}.pem`,
    );
  }
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  return { folder, ca: read('ca.pem'), client: { cert: read('client.pem'), key: read('client.key') } };
}

interface Folders {
  dataDir: string;
  certificates: Certificates;
}

export interface SecuredEngine {
  /** `brokers` of Kafka, or a URL without user and password. */
  address: string;
  /** That of a listener that demands a certificate of the client. */
  mutual: string;
  stop: () => Promise<void>;
}

const MECHANISMS = 'PLAIN,SCRAM-SHA-256,SCRAM-SHA-512';

/** Starts a Kafka with a listener for SASL_SSL, whose user may log in with PLAIN and SCRAM, and one for mutual TLS. */
export async function startSecuredKafka({ dataDir, certificates }: Folders): Promise<SecuredEngine> {
  const { folder } = certificates;
  const keyStore = join(folder, 'server-chain.pem');
  writeFileSync(
    keyStore,
    readFileSync(join(folder, 'server.key'), 'utf8') + readFileSync(join(folder, 'server.pem'), 'utf8'),
  );
  const [sasl, mutual] = [await anyFreePort(), await anyFreePort()];
  const listeners = `SECURE://127.0.0.1:${sasl},MUTUAL://127.0.0.1:${mutual}`;
  const module = (name: string): string => `org.apache.kafka.common.security.${name} required`;
  const options = {
    dataDir,
    engineDir: inRoot('.engines'),
    logFile: join(dataDir, 'kafka.log'),
    env: ownEngines(),
  };
  const kafka = await startKafka({
    ...options,
    properties: {
      listeners,
      'advertised.listeners': listeners,
      'listener.security.protocol.map': 'SECURE:SASL_SSL,MUTUAL:SSL',
      'inter.broker.listener.name': 'PLAINTEXT',
      'ssl.keystore.type': 'PEM',
      'ssl.keystore.location': keyStore,
      'ssl.truststore.type': 'PEM',
      'ssl.truststore.location': join(folder, 'ca.pem'),
      'listener.name.mutual.ssl.client.auth': 'required',
      'sasl.enabled.mechanisms': MECHANISMS,
      'listener.name.secure.plain.sasl.jaas.config': `${module('plain.PlainLoginModule')} user_${USER.username}="${USER.password}";`,
      'listener.name.secure.scram-sha-256.sasl.jaas.config': `${module('scram.ScramLoginModule')};`,
      'listener.name.secure.scram-sha-512.sasl.jaas.config': `${module('scram.ScramLoginModule')};`,
    },
  });
  const { jars } = await provisionKafka(options);
  for (const mechanism of ['SCRAM-SHA-256', 'SCRAM-SHA-512']) {
    const { code, output } = await runProgram(await ensureJava(), [
      '-cp',
      jars.join(':'),
      'kafka.admin.ConfigCommand',
      '--bootstrap-server',
      kafka.brokers,
      '--alter',
      '--add-config',
      `${mechanism}=[password=${USER.password}]`,
      '--entity-type',
      'users',
      '--entity-name',
      USER.username,
    ]);
    if (code !== 0) throw new Error(output);
  }
  return {
    address: `127.0.0.1:${sasl}`,
    mutual: `localhost:${mutual}`,
    stop: () => kafka.stop(),
  };
}

/** Starts a Redis whose port with TLS demands a certificate of the client only at `mutual`, and a user of its ACL. */
export async function startSecuredRedis({ dataDir, certificates }: Folders): Promise<SecuredEngine> {
  const { folder } = certificates;
  const start = async (name: string, clients: 'yes' | 'no') => {
    const port = await anyFreePort();
    const home = join(dataDir, name);
    mkdirSync(join(home, 'run'), { recursive: true });
    const { stop } = await startRedis({
      dataDir: home,
      engineDir: inRoot('.engines'),
      logFile: join(home, 'redis.log'),
      env: ownEngines(),
      args: [
        '--tls-port',
        String(port),
        '--tls-auth-clients',
        clients,
        '--tls-cert-file',
        join(folder, 'server.pem'),
        '--tls-key-file',
        join(folder, 'server.key'),
        '--tls-ca-cert-file',
        join(folder, 'ca.pem'),
        // The launcher pings the plain port.
        '--user',
        'default',
        'on',
        'nopass',
        '-@all',
        '+ping',
        '--user',
        USER.username,
        'on',
        `>${USER.password}`,
        '~*',
        '&*',
        '+@all',
      ],
    });
    return { port, stop };
  };
  const [plain, mutual] = [await start('redis-tls', 'no'), await start('redis-mutual', 'yes')];
  return {
    address: `rediss://127.0.0.1:${plain.port}`,
    mutual: `rediss://localhost:${mutual.port}`,
    stop: async () => void (await Promise.all([plain.stop(), mutual.stop()])),
  };
}
