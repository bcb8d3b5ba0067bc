import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EngineError } from '@vidhi/local/engine-error.mjs';
import { startMinio } from '@vidhi/local/minio.mjs';

const ENGINES = join(import.meta.dirname, '..', '..', '..', '.engines');

export interface S3Server {
  url: string;
  accessKey: string;
  secretKey: string;
  /** Stops it and removes what it holds. */
  stop: () => Promise<void>;
}

/**
 * A real S3 server for one test file. Null, with the reason printed, where none can be had: neither on PATH nor
 * to be compiled. The first time compiling takes minutes.
 */
export async function startS3Server(): Promise<S3Server | null> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vidhi-s3-'));
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  try {
    const { url, accessKey, secretKey, stop } = await startMinio({
      dataDir,
      engineDir: ENGINES,
      logFile: join(dataDir, 'minio.log'),
    });
    return {
      url,
      accessKey,
      secretKey,
      async stop() {
        await stop();
        remove();
      },
    };
  } catch (error) {
    remove();
    if (!(error instanceof EngineError)) throw error;
    process.stdout.write(`Skipped, what needs an S3 server. ${error.sentence}\n`);
    return null;
  }
}
