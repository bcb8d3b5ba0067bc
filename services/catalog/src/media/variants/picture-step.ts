import { storedAs } from '@vidhi/collections/stored.ts';
import { Value } from 'typebox/value';
import { FocalPoint, type PictureSource, type PictureVariants } from '@vidhi/contracts/picture-variants.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { ORIGINAL } from '../files/archived-picture.ts';
import { PDF_MIME } from '../files/pdf-file.ts';
import { mediaCollection } from '../media-collection.ts';

/** Version of widths, formats and qualities. Increment it when they change: every picture is then rendered again. */
export const RECIPE = 1;

/**
 * Rendering steps, one job each: first the formats that every browser supports, then the crop around a focal point, later AVIF,
 * which is slowest to encode.
 */
export const STEPS = ['common', 'share', 'avif'] as const;
export type Step = (typeof STEPS)[number];

/** Returns the steps that the configuration asks for. */
export function enabledSteps(config: { PICTURE_VARIANTS: boolean; AVIF_VARIANTS: boolean }): Step[] {
  if (!config.PICTURE_VARIANTS) return [];
  return STEPS.filter((step) => step !== 'avif' || config.AVIF_VARIANTS);
}

/** The stored variants of a picture, with the original and recipe they were rendered from. */
export interface StoredVariants extends PictureVariants {
  /** SHA-256 of the original. */
  of: string;
  recipe: number;
  /** Finished steps, successful or failed, but for `share`. */
  steps: Step[];
  /** The focal point of the last `share` step, successful or failed. */
  sharedAt?: FocalPoint;
  /** Why the last failed step produced no files. */
  problem?: string;
}

/** A step of a picture that is still to be run. */
export interface DueStep {
  id: number;
  /** SHA-256 of the original. */
  content: string;
  step: Step;
  /** Set for the step `share`. */
  focus?: FocalPoint;
}

const isSamePoint = (one: FocalPoint | null | undefined, other: FocalPoint | null | undefined): boolean =>
  one?.x === other?.x && one?.y === other?.y;

/** Returns whether two steps of a picture render the same. */
export const isSameStep = (one: DueStep, other: DueStep | null): boolean =>
  one.content === other?.content && one.step === other.step && isSamePoint(one.focus, other.focus);

/** Returns a text that differs for steps of a picture that render something else. */
export const stepName = ({ step, focus }: Pick<DueStep, 'step' | 'focus'>): string =>
  focus === undefined ? step : `${step}-${focus.x}-${focus.y}`;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Returns the focal point of a picture; null where nobody has chosen one. */
export function focusOf({ focus }: Partial<StoredDocument>): FocalPoint | null {
  return Value.Check(FocalPoint, focus) ? focus : null;
}

/** SHA-256 of the original; null when it is unknown. */
export function contentOf({ contents }: Partial<StoredDocument>): string | null {
  const content = isObject(contents) ? contents[ORIGINAL] : undefined;
  return typeof content === 'string' ? content : null;
}

/** Returns the variants rendered from the current original, with any recipe; null when there are none. */
export function storedVariantsOf(picture: Partial<StoredDocument>): StoredVariants | null {
  const { variants } = picture;
  if (!isObject(variants)) return null;
  const stored = variants as unknown as StoredVariants;
  return stored.of === contentOf(picture) ? stored : null;
}

/** Returns the next of these steps that is due for a picture, or null; documents have none. */
export function dueStepOf(
  picture: Partial<StoredDocument> & { id: number },
  steps: readonly Step[],
): DueStep | null {
  const content = contentOf(picture);
  const stored = storedVariantsOf(picture);
  const focus = focusOf(picture);
  const present = stored?.recipe === RECIPE ? stored : null;
  const isDone = (step: Step): boolean => {
    if (step !== 'share') return present?.steps.includes(step) === true;
    if (focus === null) return true;
    return isSamePoint(present?.sharedAt, focus) || (present !== null && present.placeholder === '');
  };
  const step = steps.find((each) => !isDone(each));
  const isDocument = storedAs(mediaCollection, picture).mime === PDF_MIME;
  if (content === null || step === undefined || isDocument) return null;
  return { id: picture.id, content, step, ...(step === 'share' && focus !== null ? { focus } : {}) };
}

/** Result of a step: the rendered variants, or why there are none. */
export type StepResult = PictureVariants | { problem: string };

/** Adds the result of a step. When the first step fails, all steps count as finished, so it is not retried. */
export function withStep(
  stored: StoredVariants | null,
  { content, step, focus }: DueStep,
  result: StepResult,
): StoredVariants {
  const before: StoredVariants =
    stored?.recipe === RECIPE
      ? stored
      : {
          of: content,
          recipe: RECIPE,
          steps: [],
          placeholder: '',
          color: '#000000',
          sources: { avif: [], webp: [], jpeg: [] },
        };
  if (step === 'share')
    return withShare(before, focus, 'problem' in result ? undefined : result.sources.jpeg[0]);
  if ('problem' in result) {
    const steps: Step[] = step === 'common' ? [...STEPS] : [...before.steps, step];
    return { ...before, steps, problem: result.problem };
  }
  const rendered = Object.entries(result.sources).filter(([, files]) => files.length > 0);
  return {
    ...before,
    steps: [...before.steps, step],
    placeholder: result.placeholder,
    color: result.color,
    sources: { ...before.sources, ...Object.fromEntries(rendered) },
  };
}

function withShare(
  { share: _share, ...before }: StoredVariants,
  focus: FocalPoint | undefined,
  share: PictureSource | undefined,
): StoredVariants {
  return {
    ...before,
    ...(focus === undefined ? {} : { sharedAt: focus }),
    ...(share === undefined ? {} : { share }),
  };
}

/** Returns the public part of the variants; null until the first step has succeeded. */
export function publicVariantsOf(picture: StoredDocument): PictureVariants | null {
  const stored = storedVariantsOf(picture);
  if (stored === null || stored.placeholder === '') return null;
  const { placeholder, color, sources, share, sharedAt } = stored;
  const focus = focusOf(picture);
  if (focus === null) return { placeholder, color, sources };
  const isShared = share !== undefined && isSamePoint(sharedAt, focus);
  return { placeholder, color, sources, focus, ...(isShared ? { share } : {}) };
}

/** URLs of all variant files that a picture references, with any recipe and original. */
export function variantUrlsOf({ variants }: Partial<StoredDocument>): string[] {
  if (!isObject(variants)) return [];
  const { sources, share } = variants as unknown as StoredVariants;
  const { avif, webp, jpeg } = sources;
  return [...avif, ...webp, ...jpeg, ...(share === undefined ? [] : [share])].map(({ url }) => url);
}
