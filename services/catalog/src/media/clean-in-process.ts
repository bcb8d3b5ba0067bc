import path from 'node:path';
import type { CleanOutcome, CleanTask } from './clean-messages.ts';
import { ProcessEnded, runSealed } from './sealed-process.ts';

/** Makes a picture anew from its pixels; throws only when it was interrupted. */
export type CleanPictureBytes = (bytes: Uint8Array, signal: AbortSignal) => Promise<CleanOutcome>;

const SCRIPT = path.join(import.meta.dirname, 'clean-process.ts');
/** Of the clock. The process counts its own processor time; this only ends one that is stuck. */
const STUCK_MS = 30_000;
/** The process ends itself at 256 MB and 5 s; the kernel ends one that cannot any more. */
const KERNEL_LIMITS = { dataBytes: 1024 * 1024 * 1024, cpuSeconds: 7 };

/** In a process of its own for every picture. */
export const cleanInProcess: CleanPictureBytes = async (bytes, signal) => {
  const stuck = AbortSignal.timeout(STUCK_MS);
  const task: CleanTask = { bytes };
  try {
    return await runSealed<CleanOutcome>(task, {
      script: SCRIPT,
      signal: AbortSignal.any([signal, stuck]),
      kernelLimits: KERNEL_LIMITS,
    });
  } catch (error) {
    signal.throwIfAborted();
    if (stuck.aborted) return { kind: 'refused', reason: 'it takes too long to read' };
    if (error instanceof ProcessEnded) return { kind: 'refused', reason: 'it cannot be read' };
    throw error;
  }
};
