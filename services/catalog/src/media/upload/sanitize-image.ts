import path from 'node:path';
import { unavailable } from '@vidhi/contracts/errors.ts';
import { childModule } from '@vidhi/service-kit/child-module.ts';
import type { SanitizeOutcome, SanitizeTask } from './sanitize-image-messages.ts';
import { ProcessExited, runSandboxed } from '../sandboxed-process.ts';

/** Re-encodes an image from its pixels. Rejects only when `signal` aborts, or the process cannot be started or is stopped. */
export type SanitizeImage = (bytes: Uint8Array, signal: AbortSignal) => Promise<SanitizeOutcome>;

const SCRIPT = childModule(path.join(import.meta.dirname, 'sanitize-image-process.ts'));
/** Wall-clock limit. CPU time is limited in the process itself; this only kills one that hangs. */
const TIMEOUT_MS = 30_000;
/** Backstop for a process that can no longer enforce its own limits of 256 MB and 5 s of CPU time. */
const KERNEL_LIMITS = { dataBytes: 1024 * 1024 * 1024, cpuSeconds: 7 };

/** Signals that end a process from outside, when the service is stopped with its children; no crash and no limit sends them. */
const STOP_SIGNALS: readonly (NodeJS.Signals | null)[] = ['SIGTERM', 'SIGINT', 'SIGHUP'];
const RETRY_AFTER_SECONDS = 1;

/** Attempts at a picture whose process crashes: a single crash may have another reason, such as a lack of memory on the machine. */
const MAX_ATTEMPTS = 2;
/** Sent by the kernel at the limit of CPU time, which another attempt would exceed too. */
const CPU_LIMIT_SIGNAL = 'SIGXCPU';
const TOO_LONG = { kind: 'rejected', reason: 'it takes too long to read' } as const;

/**
 * Starts one sandboxed process per image, and another one when it crashes. A timeout, an exceeded limit of CPU time or a
 * second crash becomes a `rejected` outcome. Throws 503 when the process was stopped from outside, which says nothing about
 * the image.
 */
export const sanitizeInProcess: SanitizeImage = async (bytes, signal) => {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const task: SanitizeTask = { bytes };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runSandboxed<SanitizeOutcome>(task, {
        script: SCRIPT,
        signal: AbortSignal.any([signal, timeout]),
        kernelLimits: KERNEL_LIMITS,
      });
    } catch (error) {
      signal.throwIfAborted();
      if (timeout.aborted) return TOO_LONG;
      if (!(error instanceof ProcessExited)) throw error;
      if (error.killedBy === CPU_LIMIT_SIGNAL) return TOO_LONG;
      if (STOP_SIGNALS.includes(error.killedBy)) throw unavailable(RETRY_AFTER_SECONDS);
      if (attempt === MAX_ATTEMPTS) return { kind: 'rejected', reason: 'it cannot be read' };
    }
  }
};
