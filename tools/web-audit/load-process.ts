import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LoadOrder, LoadResult } from './page-load.ts';

/** Runs one load in a child process. */
export async function runLoad(order: LoadOrder): Promise<LoadResult> {
  const child = fork(join(import.meta.dirname, 'page-load.ts'));
  try {
    const ended = once(child, 'exit').then(() => {
      throw new Error('the load process exited without a result');
    });
    ended.catch(() => undefined);
    const response = once(child, 'message');
    child.send(order);
    const [result] = (await Promise.race([response, ended])) as [LoadResult & { error?: string }];
    if (result.error !== undefined) throw new Error(result.error);
    return result;
  } finally {
    child.kill('SIGKILL');
  }
}

/** Throughput of Fastify sending the same bytes from a buffer, with the same load. */
export async function runReadyBuffer(body: Buffer, seconds: number): Promise<LoadResult> {
  const folder = mkdtempSync(join(tmpdir(), 'vidhi-audit-'));
  const file = join(folder, 'body');
  writeFileSync(file, body);
  const child = fork(join(import.meta.dirname, '../bench/processes/ready-buffer.ts'), [file]);
  try {
    const [{ port }] = (await once(child, 'message')) as [{ port: number }];
    return await runLoad({
      origin: `http://127.0.0.1:${port}`,
      paths: ['/'],
      isEachDifferent: false,
      encoding: 'identity',
      seconds,
    });
  } finally {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  }
}
