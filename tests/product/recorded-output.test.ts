import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readRecordedFiles } from './recorded-output.ts';

/** Creates a data folder with these files. */
function aDataDir(files: Readonly<Record<string, Buffer>>): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'vidhi-recorded-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(dataDir, path)), { recursive: true });
    writeFileSync(join(dataDir, path), bytes);
  }
  return dataDir;
}

/** Creates a record batch of Kafka with these attributes; only the header fields that are read are set. */
function aBatch(attributes: number, records: string): Buffer {
  const header = Buffer.alloc(61);
  header.writeInt32BE(header.length - 12 + records.length, 8);
  header.writeInt16BE(attributes, 21);
  return Buffer.concat([header, Buffer.from(records)]);
}

describe('the recorded output of a site', () => {
  it('is every file but those of databases and sandboxes, named by what wrote it', () => {
    const dataDir = aDataDir({
      'logs/gateway.log': Buffer.from('a line'),
      'logs/catalog.log.1': Buffer.from('an older line'),
      'kafka/logs/news.posts-0/00000000000000000000.log': aBatch(0, 'a record'),
      'redis/appendonlydir/appendonly.aof.1.incr.aof': Buffer.from('a command'),
      'catalog/model.snapshot': Buffer.from('a model'),
      'mongo-standin/db': Buffer.from('a document'),
      'sandbox/mails/1': Buffer.from('a mail'),
    });
    const places = readRecordedFiles(dataDir).map(({ where }) => where);
    expect(places.toSorted()).toEqual([
      'file catalog/model.snapshot',
      'log catalog',
      'log gateway',
      'redis',
      'topic news.posts',
    ]);
  });

  it('is rejected when a later batch of a topic is compressed', () => {
    const segment = Buffer.concat([aBatch(0, 'first'), aBatch(1, 'second')]);
    const dataDir = aDataDir({ 'kafka/logs/news.posts-0/00000000000000000000.log': segment });
    expect(() => readRecordedFiles(dataDir)).toThrow('topic news.posts has compressed records');
  });
});
