import { storedAs } from '@vidhi/collections/stored.ts';
import { Value } from 'typebox/value';
import {
  FocalPoint,
  PictureCrop,
  isWithinPicture,
  type PictureSource,
  type PictureVariants,
} from '@vidhi/contracts/picture-variants.ts';
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
  /** The point of the last `share` step, successful or failed. */
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
  /** The part of the picture that is rendered; absent for all of it. */
  crop?: PictureCrop;
  /** A point of that part. Set for the step `share`. */
  focus?: FocalPoint;
}

const MIDDLE: FocalPoint = { x: 50, y: 50 };

const isSamePoint = (one: FocalPoint | null | undefined, other: FocalPoint | null | undefined): boolean =>
  one?.x === other?.x && one?.y === other?.y;
const isSamePart = (one: PictureCrop | null | undefined, other: PictureCrop | null | undefined): boolean =>
  isSamePoint(one, other) && one?.width === other?.width && one?.height === other?.height;

/** Returns whether two steps of a picture render the same. */
export const isSameStep = (one: DueStep, other: DueStep | null): boolean =>
  one.content === other?.content &&
  one.step === other.step &&
  isSamePart(one.crop, other.crop) &&
  isSamePoint(one.focus, other.focus);

/** Returns a text that differs for steps of a picture that render something else. */
export const stepName = ({ step, crop, focus }: Pick<DueStep, 'step' | 'crop' | 'focus'>): string => {
  const part = crop === undefined ? [] : [crop.x, crop.y, crop.width, crop.height];
  return [step, ...part, ...(focus === undefined ? [] : [focus.x, focus.y])].join('-');
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Returns the focal point of a picture; null where nobody has chosen one. */
export function focusOf({ focus }: Partial<StoredDocument>): FocalPoint | null {
  return Value.Check(FocalPoint, focus) ? focus : null;
}

/** Returns the crop of a picture; null for all of it. */
export function cropOf({ crop }: Partial<StoredDocument>): PictureCrop | null {
  return Value.Check(PictureCrop, crop) && isWithinPicture(crop) ? crop : null;
}

/** Returns a point of a picture as a point of a part of it: the nearest one where it is outside. */
function pointWithin({ x, y }: FocalPoint, crop: PictureCrop | undefined): FocalPoint {
  if (crop === undefined) return { x, y };
  const within = (point: number, start: number, length: number): number =>
    Math.min(100, Math.max(0, Math.round(((point - start) / length) * 100)));
  return { x: within(x, crop.x, crop.width), y: within(y, crop.y, crop.height) };
}

/** Returns the point around which other sites show a part of a picture; null where they show the whole picture. */
function sharedPointOf(picture: Partial<StoredDocument>, crop: PictureCrop | undefined): FocalPoint | null {
  const focus = focusOf(picture);
  if (focus !== null) return pointWithin(focus, crop);
  return crop === undefined ? null : MIDDLE;
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
  const crop = cropOf(picture) ?? undefined;
  const focus = sharedPointOf(picture, crop);
  const present = stored?.recipe === RECIPE && isSamePart(stored.crop, crop) ? stored : null;
  const isDone = (step: Step): boolean => {
    if (step !== 'share') return present?.steps.includes(step) === true;
    if (focus === null) return true;
    return isSamePoint(present?.sharedAt, focus) || (present !== null && present.placeholder === '');
  };
  const step = steps.find((each) => !isDone(each));
  const isDocument = storedAs(mediaCollection, picture).mime === PDF_MIME;
  if (content === null || step === undefined || isDocument) return null;
  return {
    id: picture.id,
    content,
    step,
    ...(crop === undefined ? {} : { crop }),
    ...(step === 'share' && focus !== null ? { focus } : {}),
  };
}

/** Result of a step: the rendered variants, or why there are none. */
export type StepResult = PictureVariants | { problem: string };

/** Adds the result of a step. When the first step fails, all steps count as finished, so it is not retried. */
export function withStep(
  stored: StoredVariants | null,
  { content, step, crop, focus }: DueStep,
  result: StepResult,
): StoredVariants {
  const before: StoredVariants =
    stored?.recipe === RECIPE && isSamePart(stored.crop, crop)
      ? stored
      : {
          of: content,
          recipe: RECIPE,
          ...(crop === undefined ? {} : { crop }),
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
  // Files of a former crop are served until those of the present one are there.
  const { placeholder, color, sources, crop, share, sharedAt } = stored;
  const focus = focusOf(picture);
  const shared = sharedPointOf(picture, crop);
  const isShared = share !== undefined && shared !== null && isSamePoint(sharedAt, shared);
  return {
    placeholder,
    color,
    sources,
    ...(crop === undefined ? {} : { crop }),
    ...(focus === null ? {} : { focus: pointWithin(focus, crop) }),
    ...(isShared ? { share } : {}),
  };
}

/** URLs of all variant files that a picture references, with any recipe and original. */
export function variantUrlsOf({ variants }: Partial<StoredDocument>): string[] {
  if (!isObject(variants)) return [];
  const { sources, share } = variants as unknown as StoredVariants;
  const { avif, webp, jpeg } = sources;
  return [...avif, ...webp, ...jpeg, ...(share === undefined ? [] : [share])].map(({ url }) => url);
}
