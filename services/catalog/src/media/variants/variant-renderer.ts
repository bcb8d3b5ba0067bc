import path from 'node:path';
import { childModule } from '@vidhi/service-kit/child-module.ts';
import { runSandboxed } from '../sandboxed-process.ts';
import type { RenderOutcome, RenderTask } from './variant-messages.ts';

/** Renders one step of one picture; rejects when the process was killed or aborted, so the step can be retried. */
export type RenderPicture = (task: RenderTask, signal: AbortSignal) => Promise<RenderOutcome>;

const SCRIPT = childModule(path.join(import.meta.dirname, 'variant-process.ts'));
/**
 * Wall-clock limit. CPU time is limited in the process itself; this only kills one that hangs, and is long because a
 * process of low priority may wait for minutes on a busy machine.
 */
const TIMEOUT_MS = 600_000;

/** Starts one sandboxed process per picture, with this niceness (0 to 19, the lowest priority). */
export const rendererWithNiceness =
  (niceness: number): RenderPicture =>
  (task, signal) =>
    runSandboxed<RenderOutcome>(task, {
      script: SCRIPT,
      niceness,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
