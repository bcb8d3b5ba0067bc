import type { FocalPoint, PictureCrop } from '@vidhi/contracts/picture-variants.ts';
import type { Step } from './picture-step.ts';
import type { Rendered } from './render-variants.ts';

/** The single message sent to the rendering process. */
export interface RenderTask {
  bytes: Uint8Array;
  step: Step;
  /** The part to render; absent for all of it. */
  crop?: PictureCrop;
  /** Set for the step `share`. */
  focus?: FocalPoint;
}

/** The single message it sends back: the files, or why the picture was rejected. */
export type RenderOutcome = { kind: 'rendered'; rendered: Rendered } | { kind: 'rejected'; reason: string };
