import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ProcessExited, runSandboxed } from './sandboxed-process.ts';

const KERNEL_LIMITS = { dataBytes: 1024 * 1024 * 1024, cpuSeconds: 1 };

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'vidhi-sandboxed-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('rejects with SIGXCPU for a process that exceeds its CPU time', async () => {
  const script = join(folder, 'endless.mjs');
  writeFileSync(script, `process.on('message', () => { for (;;); });`);
  const signal = new AbortController().signal;
  const failed = runSandboxed({}, { script, signal, kernelLimits: KERNEL_LIMITS });
  await expect(failed).rejects.toBeInstanceOf(ProcessExited);
  await expect(failed).rejects.toHaveProperty('killedBy', 'SIGXCPU');
});
