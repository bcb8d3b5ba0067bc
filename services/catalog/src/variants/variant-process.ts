import { setPriority } from 'node:os';
import { watchLimits } from '../media/process-limits.ts';
import type { RenderOutcome, RenderTask } from './variant-messages.ts';

/**
 * Renders one picture and ends. A process of its own, because decoders of strangers' bytes may crash, hang or
 * eat memory; the last to be given the processor, because nobody waits for it.
 */

const LEAST_URGENT = 19;
const MOST_BYTES = 256 * 1024 * 1024;
/** Of processor time, which a busy machine does not use up. */
const DECODE_MS = 5_000;
const ENCODE_MS = 60_000;

// Before anything starts a thread: threads inherit it.
setPriority(LEAST_URGENT);

function end(outcome: RenderOutcome): void {
  process.send?.(outcome, () => process.exit(0));
}

async function render({ bytes, step }: RenderTask): Promise<RenderOutcome> {
  const { decodePicture, renderVariants } = await import('./render-variants.ts');
  const limits = { mostBytes: MOST_BYTES, mostMs: DECODE_MS, doing: 'decode' };
  watchLimits(limits, (reason) => end({ kind: 'refused', reason }));
  try {
    const picture = await decodePicture(bytes);
    limits.mostMs = DECODE_MS + ENCODE_MS;
    limits.doing = 'encode';
    return { kind: 'rendered', rendered: await renderVariants(picture, step) };
  } catch (error) {
    return { kind: 'refused', reason: error instanceof Error ? error.message : String(error) };
  }
}

process.once('disconnect', () => process.exit(1));
process.once('message', (task) => void render(task as RenderTask).then(end));
