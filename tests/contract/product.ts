import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DEMO_STAFF, ensureDemoStaff } from '@vidhi/local/demo-staff.mjs';
import { findNode } from '@vidhi/local/node-runtime.mjs';
import { patientMongo } from '@vidhi/local/patient-mongo.mjs';
import { runImport } from '@vidhi/local/run-import.mjs';
import { startEngines, startServices } from '@vidhi/local/stack.mjs';
import { ensureWebBuild } from '@vidhi/local/web-build.mjs';
import { deleteTopics } from '@vidhi/testing/delete-topics.ts';
import { freshTopicSuffix, testEngines } from '@vidhi/testing/engines.ts';
import { untilVerified } from '@vidhi/testing/tokens.ts';
import { archiveFile } from './archive-model.ts';
import { exchange } from './case-request.ts';

export interface Product {
  /** Base URL of the gateway. */
  readonly url: string;
  /** An editor's token. */
  readonly token: string;
  readonly administratorToken: string;
  /** URL of the mail inbox. */
  readonly inbox: string;
  /** Prints the last lines that each service logged. */
  printLogs(): void;
  stop(): Promise<void>;
}

/** No process is stopped here: at the default, probes use some 50 ms of processor time a second. */
const PROBE_INTERVAL_MS = 2_000;

/** Logs in as a member of the staff; repeats a login that gets 503. */
async function logIn(url: string, role: string): Promise<string> {
  const member = DEMO_STAFF.find((one) => one.role === role);
  const request = () =>
    exchange(
      { url },
      {
        method: 'POST',
        path: '/api/auth/local',
        body: JSON.stringify({ identifier: member?.email, password: member?.password }),
      },
    );
  let { status, json } = await request();
  for (let sent = 1; status === 503 && sent < 60; sent += 1) {
    await delay(1_000);
    ({ status, json } = await request());
  }
  if (typeof json === 'object' && json !== null && 'jwt' in json && typeof json.jwt === 'string') {
    await untilVerified(json.jwt, (path, init) => fetch(`${url}${path}`, init));
    return json.jwt;
  }
  throw new Error(`Login responded ${JSON.stringify(json)}`);
}

/** Prints what the services logged, at most the last 50 lines of each: the data folder is deleted afterwards. */
function printLogs(dataDir: string): void {
  const folder = join(dataDir, 'logs');
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.log'))) {
    const lines = readFileSync(join(folder, file), 'utf8').trimEnd().split('\n').slice(-50);
    console.error(`--- ${file}\n${lines.join('\n')}`);
  }
}

/**
 * Starts the whole product on the Kafka of the test run and with its own MongoDB and Redis, and imports the archive with
 * which the reference's responses were recorded.
 */
export async function startProduct(): Promise<Product> {
  const node = findNode();
  const dataDir = mkdtempSync(join(tmpdir(), 'vidhi-contract-'));
  const say = (line: string): void => console.log(line);
  const toStop: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const one of toStop.toReversed()) await one();
    rmSync(dataDir, { recursive: true, force: true });
  };
  const onGiveUp = (error: Error): void => console.error(error);
  // Each sequence comes from a client address of its own, as limits count by address.
  process.env['TRUSTED_PROXIES'] ??= '127.0.0.1';
  try {
    await ensureWebBuild({ node });
    const { PATH, VIDHI_SHORT_LIVED_ENGINES } = process.env;
    const { kafkaBrokers } = testEngines();
    const env = { PATH, VIDHI_SHORT_LIVED_ENGINES, KAFKA_BROKERS: kafkaBrokers };
    const engines = await startEngines({ dataDir, say, onGiveUp, env });
    toStop.push(engines.stop);
    const topicSuffix = freshTopicSuffix();
    toStop.push(() => deleteTopics(kafkaBrokers, topicSuffix));
    const site = await startServices({
      node,
      dataDir,
      engines: { ...engines.addresses, mongo: patientMongo(engines.addresses.mongo) },
      say,
      onGiveUp,
      logLevel: 'warn',
      addedEnv: { TOPIC_SUFFIX: topicSuffix, PROBE_INTERVAL_MS: String(PROBE_INTERVAL_MS) },
    });
    toStop.push(site.stop);
    await runImport({ node, dataDir, file: archiveFile, onProgress: () => undefined });
    await ensureDemoStaff({ accountsUrl: site.services.accounts, serviceToken: site.serviceToken });
    return {
      url: site.gateway,
      token: await logIn(site.gateway, 'editor'),
      administratorToken: await logIn(site.gateway, 'administrator'),
      inbox: site.mailInbox,
      printLogs: () => printLogs(dataDir),
      stop,
    };
  } catch (error) {
    printLogs(dataDir);
    await stop();
    throw error;
  }
}
