import { copyFileSync, existsSync, mkdtempSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  BOOTSTRAP_CHECKPOINT,
  classArchiveOf,
  formatCheckpointOf,
  provisionKafka,
  startKafka,
} from './kafka.mjs';
import { shortLivedOptions } from './java.mjs';

/** The JVM writes the archive when it ends, which takes seconds, and a minute on an overloaded machine. */
const STOP_MS = 300_000;

/**
 * Archives the classes that Kafka loads when it starts, for the many short-lived brokers of a run of tests: each start takes
 * a third less processor time. Stores the output of the format tool, too, so that those brokers need not run it (half a
 * core-second each). Starts and stops a broker for both. Does nothing for a Kafka from PATH or
 * KAFKA_BROKERS, without VIDHI_SHORT_LIVED_ENGINES, or when there is an archive that is newer than the Java.
 * @param {Pick<import('./kafka.mjs').KafkaOptions, 'engineDir' | 'env'>} options
 * @returns {Promise<void>}
 */
export async function archiveKafkaClasses({ engineDir, env = process.env }) {
  if (env['KAFKA_BROKERS'] || shortLivedOptions(env).length === 0) return;
  const { java, jars, kind } = await provisionKafka({ engineDir, env });
  const archive = classArchiveOf(jars);
  const checkpoint = formatCheckpointOf(jars);
  if (kind === 'path' || (isCurrent(archive, java) && existsSync(checkpoint))) return;
  // A JVM of another version would ignore it.
  rmSync(archive, { force: true });
  rmSync(checkpoint, { force: true });
  const folder = mkdtempSync(join(tmpdir(), 'vidhi-kafka-'));
  const partial = `${archive}.partial-${process.pid}`;
  const partialCheckpoint = `${checkpoint}.partial-${process.pid}`;
  try {
    const logFile = join(folder, 'kafka.log');
    const kafka = await startKafka({ engineDir, env, dataDir: folder, logFile, archiveClassesTo: partial });
    await kafka.stop(STOP_MS);
    // A killed JVM leaves a part of the file, which would crash every JVM that maps it.
    const isComplete = (await kafka.exited)?.signal === null;
    if (!isComplete || !existsSync(partial)) return;
    // Before the archive: an archive that is there is not written again.
    copyFileSync(join(folder, 'kafka', 'logs', BOOTSTRAP_CHECKPOINT), partialCheckpoint);
    renameSync(partialCheckpoint, checkpoint);
    renameSync(partial, archive);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(partial, { force: true });
    rmSync(partialCheckpoint, { force: true });
  }
}

/**
 * @param {string} archive
 * @param {string} java
 */
const isCurrent = (archive, java) =>
  existsSync(archive) && statSync(archive).mtimeMs > statSync(realpathSync(java)).ctimeMs;
