import type { Step } from './picture-step.ts';
import type { Rendered } from './render-variants.ts';

/** What the renderer is sent, once. */
export interface RenderTask {
  bytes: Uint8Array;
  step: Step;
}

/** What the renderer answers, once: files, or why this picture can have none. */
export type RenderOutcome = { kind: 'rendered'; rendered: Rendered } | { kind: 'refused'; reason: string };
