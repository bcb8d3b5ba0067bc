import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { classArchiveOf, provisionKafka, startKafka } from './kafka.mjs';
import { shortLivedOptions } from './java.mjs';

/**
 * Archives the classes that Kafka loads when it starts, for the many short-lived brokers of a run of tests: each start and
 * format takes a third less processor time. Starts and stops a broker for that. Does nothing for a Kafka from PATH or
 * KAFKA_BROKERS, without VIDHI_SHORT_LIVED_ENGINES, or when there is an archive.
 * @param {Pick<import('./kafka.mjs').KafkaOptions, 'engineDir' | 'env'>} options
 * @returns {Promise<void>}
 */
export async function archiveKafkaClasses({ engineDir, env = process.env }) {
  if (env['KAFKA_BROKERS'] || shortLivedOptions(env).length === 0) return;
  const { jars, kind } = await provisionKafka({ engineDir, env });
  const archive = classArchiveOf(jars);
  if (kind === 'path' || existsSync(archive)) return;
  const folder = mkdtempSync(join(tmpdir(), 'vidhi-kafka-'));
  const partial = join(dirname(archive), `kafka.partial-${process.pid}.jsa`);
  try {
    const logFile = join(folder, 'kafka.log');
    const kafka = await startKafka({ engineDir, env, dataDir: folder, logFile, archiveClassesTo: partial });
    await kafka.stop();
    if (existsSync(partial)) renameSync(partial, archive);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(partial, { force: true });
  }
}
