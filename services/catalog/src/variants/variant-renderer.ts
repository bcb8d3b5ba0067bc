import path from 'node:path';
import { runSealed } from '../media/sealed-process.ts';
import type { RenderOutcome, RenderTask } from './variant-messages.ts';

/** Renders one step of one picture; throws when it was interrupted, so that it is worth another try. */
export type RenderPicture = (task: RenderTask, signal: AbortSignal) => Promise<RenderOutcome>;

const SCRIPT = path.join(import.meta.dirname, 'variant-process.ts');
/** Of the clock. The process counts its own processor time; this only ends one that is stuck. */
const STUCK_MS = 120_000;

/** In a process of its own for every picture. */
export const renderInProcess: RenderPicture = (task, signal) =>
  runSealed<RenderOutcome>(task, {
    script: SCRIPT,
    signal: AbortSignal.any([signal, AbortSignal.timeout(STUCK_MS)]),
  });
