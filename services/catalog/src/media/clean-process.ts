import type { CleanOutcome, CleanTask } from './clean-messages.ts';
import { watchLimits } from './process-limits.ts';

/**
 * Cleans one picture and ends. A process of its own, because decoders of strangers' bytes may crash, hang or
 * eat memory.
 */

/** Of memory: what it takes between two looks stays within 256 MB. */
const MOST_BYTES = 240 * 1024 * 1024;
const MOST_MS = 5_000;

function end(outcome: CleanOutcome): void {
  process.send?.(outcome, () => process.exit(0));
}

async function clean({ bytes }: CleanTask): Promise<CleanOutcome> {
  const { cleanPicture } = await import('./render-clean.ts');
  watchLimits({ mostBytes: MOST_BYTES, mostMs: MOST_MS, doing: 'read' }, (reason) =>
    end({ kind: 'refused', reason }),
  );
  try {
    const picture = await cleanPicture(bytes);
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    const used = { bytes: maxRSS * 1024, ms: Math.round((userCPUTime + systemCPUTime) / 1000) };
    return { kind: 'cleaned', picture: { ...picture, used } };
  } catch (error) {
    return { kind: 'refused', reason: error instanceof Error ? error.message : String(error) };
  }
}

process.once('disconnect', () => process.exit(1));
process.once('message', (task) => void clean(task as CleanTask).then(end));
