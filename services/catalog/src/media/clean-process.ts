import { readFileSync } from 'node:fs';
import type { CleanOutcome, CleanTask, ProcessUse } from './clean-messages.ts';
import { watchLimits } from './process-limits.ts';

/**
 * Cleans one picture and ends. A process of its own, because decoders of strangers' bytes may crash, hang or
 * eat memory.
 */

/** Of memory: what it takes between two looks stays within 256 MB. */
const MOST_BYTES = 224 * 1024 * 1024;
const MOST_MS = 5_000;

/** Where the system tells it, in kilobytes: its `maxRSS` begins with that of the process which started this one. */
function ownPeak(): number | null {
  try {
    const peak = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
    return peak === undefined ? null : Number(peak);
  } catch {
    return null;
  }
}

function measure(): ProcessUse {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  return { bytes: (ownPeak() ?? maxRSS) * 1024, ms: Math.round((userCPUTime + systemCPUTime) / 1000) };
}

function end(outcome: CleanOutcome): void {
  process.send?.({ ...outcome, used: measure() }, () => process.exit(0));
}

async function clean({ bytes }: CleanTask): Promise<CleanOutcome> {
  const { cleanPicture } = await import('./render-clean.ts');
  watchLimits({ mostBytes: MOST_BYTES, mostMs: MOST_MS, doing: 'read' }, (reason) =>
    end({ kind: 'refused', reason }),
  );
  try {
    return { kind: 'cleaned', picture: await cleanPicture(bytes) };
  } catch (error) {
    return { kind: 'refused', reason: error instanceof Error ? error.message : String(error) };
  }
}

process.once('disconnect', () => process.exit(1));
process.once('message', (task) => void clean(task as CleanTask).then(end));
