import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EngineError } from '@vidhi/local/engine-error.mjs';
import { startS3Proxy } from '@vidhi/local/s3proxy.mjs';

const ENGINES = join(import.meta.dirname, '..', '..', '..', '.engines');

export interface S3Server {
  url: string;
  accessKey: string;
  secretKey: string;
  /** Stops the server and removes its data. */
  stop: () => Promise<void>;
}

/**
 * Starts an S3 server (S3Proxy) for one test file. Resolves null, after printing the reason, when its jars can not be
 * downloaded.
 */
export async function startS3Server(): Promise<S3Server | null> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vidhi-s3-'));
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  try {
    const { url, accessKey, secretKey, stop } = await startS3Proxy({
      dataDir,
      engineDir: ENGINES,
      logFile: join(dataDir, 's3proxy.log'),
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
    process.stdout.write(`Skipped tests that need an S3 server. ${error.sentence}\n`);
    return null;
  }
}
