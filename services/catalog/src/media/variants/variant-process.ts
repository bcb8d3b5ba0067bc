import { watchLimits } from '../process-limits.ts';
import type { RenderOutcome, RenderTask } from './variant-messages.ts';

/**
 * Entry point of the child process: renders one step of one picture and exits. Runs in a separate process because
 * decoding untrusted bytes may crash, hang or exhaust memory, and at low priority because no request waits for it.
 */

const MAX_BYTES = 256 * 1024 * 1024;
/** CPU time, which does not depend on how busy the machine is. */
const DECODE_CPU_MS = 5_000;
const ENCODE_CPU_MS = 60_000;

function respond(outcome: RenderOutcome): void {
  process.send?.(outcome, () => process.exit(0));
}

async function render({ bytes, step, crop, focus }: RenderTask): Promise<RenderOutcome> {
  const { decodePicture, renderVariants } = await import('./render-variants.ts');
  const limits = { maxBytes: MAX_BYTES, maxCpuMs: DECODE_CPU_MS, action: 'decode' };
  watchLimits(limits, (reason) => respond({ kind: 'rejected', reason }));
  try {
    const picture = await decodePicture(bytes, crop);
    limits.maxCpuMs = DECODE_CPU_MS + ENCODE_CPU_MS;
    limits.action = 'encode';
    return { kind: 'rendered', rendered: await renderVariants(picture, step, focus) };
  } catch (error) {
    return { kind: 'rejected', reason: error instanceof Error ? error.message : String(error) };
  }
}

process.once('disconnect', () => process.exit(1));
process.once('message', (task) => void render(task as RenderTask).then(respond));
