import type { PictureSource, PictureVariants } from '@vidhi/contracts/picture-variants.ts';
import type { Picture, PictureFiles } from '../picture/picture.ts';

const MAX_IDS_PER_REQUEST = 150;
/** Of the formats that only older browsers read: they get fewer sizes. */
const OLDER_WIDEST = 960;

type VariantsById = Readonly<Record<string, PictureVariants>>;
interface VariantsAnswer {
  data?: VariantsById;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isPicture = (value: object): value is Picture & { id: number } =>
  'srcset' in value || ('url' in value && 'alt' in value)
    ? 'id' in value && typeof value.id === 'number'
    : false;

/** Ids of the pictures anywhere in what screens show. */
export function pictureIdsIn(view: unknown, ids = new Set<number>()): Set<number> {
  if (!isObject(view)) return ids;
  if (isPicture(view)) ids.add(view.id);
  else for (const value of Object.values(view)) pictureIdsIn(value, ids);
  return ids;
}

/** The same with the files that each picture has. */
export function withFiles<View>(view: View, known: VariantsById): View {
  if (Array.isArray(view)) return view.map((value: unknown) => withFiles(value, known)) as View;
  if (!isObject(view)) return view;
  if (isPicture(view)) {
    const variants = known[view.id];
    return variants === undefined ? view : (withOwnFiles(view, toFiles(variants)) as View);
  }
  const full: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(view)) full[name] = withFiles(value as unknown, known);
  return full as View;
}

/** Where there are files for every browser, the sizes that the content API tells are not needed any more. */
function withOwnFiles({ srcset, ...picture }: Picture, files: PictureFiles): Picture {
  const isWhole = files.jpeg !== undefined || srcset === undefined;
  return isWhole ? { ...picture, files } : { ...picture, srcset, files };
}

const srcsetOf = (sources: readonly PictureSource[]): string =>
  sources.map(({ url, width }) => `${url} ${width}w`).join(', ');

/** At least one size, however wide. */
const olderSizes = (sources: readonly PictureSource[]): readonly PictureSource[] =>
  sources.filter(({ width }, index) => index === 0 || width <= OLDER_WIDEST);

/** What was made of each picture's answer: the server has the same answers for many pages. */
const filesOf = new WeakMap<PictureVariants, PictureFiles>();

function toFiles(variants: PictureVariants): PictureFiles {
  const known = filesOf.get(variants);
  if (known !== undefined) return known;
  const { avif, webp, jpeg } = variants.sources;
  const fallback = olderSizes(jpeg).at(-1);
  const files: PictureFiles = {
    placeholder: variants.placeholder,
    ...(avif.length > 0 ? { avif: srcsetOf(avif) } : {}),
    ...(webp.length > 0 ? { webp: srcsetOf(olderSizes(webp)) } : {}),
    ...(fallback === undefined ? {} : { jpeg: fallback.url }),
  };
  filesOf.set(variants, files);
  return files;
}

/** Views with their files, by the view and the answer: the server shares both among pages for a moment. */
const made = new WeakMap<object, WeakMap<object, unknown>>();

function once<View>(view: View, answer: VariantsAnswer): View {
  if (!isObject(view)) return view;
  const byAnswer = made.get(view) ?? new WeakMap<object, unknown>();
  made.set(view, byAnswer);
  const known = byAnswer.get(answer);
  if (known !== undefined) return known as View;
  const full = withFiles(view, answer.data ?? {});
  byAnswer.set(answer, full);
  return full;
}

/** Where the files of a view's pictures are asked for; empty where it has none. */
function pathFor(view: unknown): string {
  const ids = [...pictureIdsIn(view)].slice(0, MAX_IDS_PER_REQUEST);
  return ids.length === 0 ? '' : `/picture-variants?ids=${ids.toSorted((a, b) => a - b).join(',')}`;
}

/** Views that pages share are not looked through again for each page. */
const paths = new WeakMap<object, string>();

function pathOnce(view: unknown): string {
  if (!isObject(view)) return '';
  const known = paths.get(view);
  if (known !== undefined) return known;
  const path = pathFor(view);
  paths.set(view, path);
  return path;
}

/**
 * Asks, in one call, what files the pictures of a view have. Pages do without when there is no answer: the
 * sizes that the content API tells are enough.
 */
export async function addPictureFiles<View>(
  view: View,
  fetchJson: (path: string) => Promise<unknown>,
): Promise<View> {
  const path = pathOnce(view);
  if (path === '') return view;
  try {
    return once(view, (await fetchJson(path)) as VariantsAnswer);
  } catch {
    return view;
  }
}
