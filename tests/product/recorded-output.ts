import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Output of a process: bytes, and the place where they were found. */
export interface RecordedOutput {
  /** `log gateway`, `topic accounts.users`, `redis`, `metrics catalog`, or `file` and its path. */
  where: string;
  bytes: Buffer;
}

/** The databases hold what people entered; the sandboxes stand in for other companies. */
const NOT_READ = /^(mongo|mongo-standin|sandbox|payment-sandbox)(\/|$)/;
const LOG = /^logs\/(.+)\.log(\.1)?$/;
const TOPIC = /^kafka\/logs\/(.+)-\d+\/\d+\.log$/;
const REDIS = /^redis\//;

/** Fields of a record batch (Kafka's message format v2). */
const BATCH_HEADER_BYTES = 12;
const LENGTH_AT = 8;
const ATTRIBUTES_AT = 21;
const COMPRESSION = 0b111;

/** Records are searched as they are stored, so a compressed batch would hide what it contains. */
function rejectCompressed(where: string, bytes: Buffer): void {
  for (let at = 0; at + ATTRIBUTES_AT + 2 <= bytes.length;) {
    const length = bytes.readInt32BE(at + LENGTH_AT);
    // A segment may be allocated beyond its last batch.
    if (length <= 0) return;
    if ((bytes.readInt16BE(at + ATTRIBUTES_AT) & COMPRESSION) !== 0)
      throw new Error(`${where} has compressed records, which this search cannot read`);
    at += BATCH_HEADER_BYTES + length;
  }
}

function placeOf(path: string): string {
  const log = LOG.exec(path)?.[1];
  if (log !== undefined) return `log ${log}`;
  const topic = TOPIC.exec(path)?.[1];
  if (topic !== undefined) return `topic ${topic}`;
  return REDIS.test(path) ? 'redis' : `file ${path}`;
}

/**
 * Reads a file, which may be replaced or deleted while files are listed, as temporary files are; null when it is gone.
 */
function readIfThere(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Reads every file in the data folder of a site but those of databases and sandboxes: logs of all processes, all records
 * of all topics with keys and headers, all commands that Redis executed, models and other files of the services.
 */
export function readRecordedFiles(dataDir: string): RecordedOutput[] {
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((file) =>
    file.isFile(),
  );
  return files.flatMap((file) => {
    const full = join(file.parentPath, file.name);
    const path = relative(dataDir, full).replaceAll(sep, '/');
    const bytes = NOT_READ.test(path) ? null : readIfThere(full);
    if (bytes === null) return [];
    const where = placeOf(path);
    if (where.startsWith('topic ')) rejectCompressed(where, bytes);
    return [{ where, bytes }];
  });
}

/** Reads `/metrics` of each process. */
export async function readMetrics(
  origins: Readonly<Record<string, string>>,
  serviceToken: string,
): Promise<RecordedOutput[]> {
  return Promise.all(
    Object.entries(origins).map(async ([name, origin]) => {
      const response = await fetch(`${origin}/metrics`, { headers: { 'x-service-token': serviceToken } });
      if (response.status !== 200) throw new Error(`${name} has no metrics: ${response.status}`);
      return { where: `metrics ${name}`, bytes: Buffer.from(await response.arrayBuffer()) };
    }),
  );
}
