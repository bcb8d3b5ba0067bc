import type { PictureVariants } from '@vidhi/contracts/picture-variants.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { ORIGINAL } from '../media/archived-picture.ts';

/** Raised when widths, formats or qualities change: every picture is then made again. */
export const RECIPE = 1;

/** What is made in one go: first what every browser reads, later what is smallest and slowest to make. */
export const STEPS = ['common', 'avif'] as const;
export type Step = (typeof STEPS)[number];

/** The variants of a picture object, and what they were made of. */
export interface KeptVariants extends PictureVariants {
  /** SHA-256 of the original. */
  of: string;
  recipe: number;
  /** Steps that are done, well or badly. */
  steps: Step[];
  /** Why a step has nothing to show. */
  problem?: string;
}

/** A step of a picture that is to be done. */
export interface DueStep {
  id: number;
  /** SHA-256 of the original. */
  content: string;
  step: Step;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** SHA-256 of the original of a picture object; null when it was never told. */
export function contentOf({ contents }: Partial<StoredDocument>): string | null {
  const content = isObject(contents) ? contents[ORIGINAL] : undefined;
  return typeof content === 'string' ? content : null;
}

/** The variants that were made of the picture as it is now, by whatever recipe. */
export function keptVariantsOf(picture: Partial<StoredDocument>): KeptVariants | null {
  const kept = picture['variants'];
  return isObject(kept) && kept['of'] === contentOf(picture) ? (kept as unknown as KeptVariants) : null;
}

/** The next thing to do for a picture, or null. */
export function dueStepOf(picture: Partial<StoredDocument> & { id: number }): DueStep | null {
  const content = contentOf(picture);
  const kept = keptVariantsOf(picture);
  const done = kept?.recipe === RECIPE ? kept.steps : [];
  const step = STEPS.find((each) => !done.includes(each));
  return content === null || step === undefined ? null : { id: picture.id, content, step };
}

/** What came out of a step: what can be shown, or why there is nothing. */
export type StepResult = PictureVariants | { problem: string };

/** The variants of a picture after a step. A picture that the first step refuses is not tried again. */
export function withStep(
  kept: KeptVariants | null,
  { content, step }: DueStep,
  result: StepResult,
): KeptVariants {
  const before: KeptVariants =
    kept?.recipe === RECIPE
      ? kept
      : {
          of: content,
          recipe: RECIPE,
          steps: [],
          placeholder: '',
          color: '#000000',
          sources: { avif: [], webp: [], jpeg: [] },
        };
  if ('problem' in result) {
    const steps: Step[] = step === 'common' ? [...STEPS] : [...before.steps, step];
    return { ...before, steps, problem: result.problem };
  }
  const made = Object.entries(result.sources).filter(([, files]) => files.length > 0);
  return {
    ...before,
    steps: [...before.steps, step],
    placeholder: result.placeholder,
    color: result.color,
    sources: { ...before.sources, ...Object.fromEntries(made) },
  };
}

/** What others may see of the variants: null while there is nothing to show. */
export function shownVariantsOf(picture: StoredDocument): PictureVariants | null {
  const kept = keptVariantsOf(picture);
  if (kept === null || kept.placeholder === '') return null;
  const { placeholder, color, sources } = kept;
  return { placeholder, color, sources };
}

/** Addresses of all files that a picture object names, of whatever recipe and content. */
export function variantUrlsOf({ variants }: Partial<StoredDocument>): string[] {
  if (!isObject(variants)) return [];
  const { avif, webp, jpeg } = (variants as unknown as KeptVariants).sources;
  return [...avif, ...webp, ...jpeg].map(({ url }) => url);
}
