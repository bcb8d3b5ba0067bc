import { readFileSync } from 'node:fs';
import type { SanitizeOutcome, SanitizeTask, ProcessUse } from './sanitize-image-messages.ts';
import { watchLimits } from '../process-limits.ts';

/**
 * Entry point of the child process: sanitizes one image and exits. Runs in a separate process because decoding
 * untrusted bytes may crash, hang or exhaust memory.
 */

/** Leaves headroom, so that growth between two checks stays within 256 MB. */
const MAX_BYTES = 224 * 1024 * 1024;
const MAX_CPU_MS = 5_000;

/**
 * Peak resident memory in KiB, or null outside Linux. `resourceUsage().maxRSS` is no substitute where this exists: it
 * starts at the value inherited from the parent process.
 */
function readPeakRss(): number | null {
  try {
    const peak = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
    return peak === undefined ? null : Number(peak);
  } catch {
    return null;
  }
}

function measureUsage(): ProcessUse {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  return { bytes: (readPeakRss() ?? maxRSS) * 1024, ms: Math.round((userCPUTime + systemCPUTime) / 1000) };
}

function respond(outcome: SanitizeOutcome): void {
  process.send?.({ ...outcome, used: measureUsage() }, () => process.exit(0));
}

async function sanitize({ bytes }: SanitizeTask): Promise<SanitizeOutcome> {
  const { reEncodeImage } = await import('./re-encode-image.ts');
  watchLimits({ maxBytes: MAX_BYTES, maxCpuMs: MAX_CPU_MS, action: 'read' }, (reason) =>
    respond({ kind: 'rejected', reason }),
  );
  try {
    return { kind: 'sanitized', picture: await reEncodeImage(bytes) };
  } catch (error) {
    return { kind: 'rejected', reason: error instanceof Error ? error.message : String(error) };
  }
}

process.once('disconnect', () => process.exit(1));
process.once('message', (task) => void sanitize(task as SanitizeTask).then(respond));
