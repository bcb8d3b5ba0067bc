/// <reference types="vite/client" />
import type { PictureCrop, PictureSource, PictureVariants } from '@vidhi/contracts/picture-variants.ts';
import type { Picture, PictureFiles } from '../picture/picture.ts';

const MAX_IDS_PER_REQUEST = 150;
/** Widest size of WebP and JPEG, which only browsers without AVIF use. */
const FALLBACK_MAX_WIDTH = 960;

type VariantsById = Readonly<Record<string, PictureVariants>>;
interface VariantsBody {
  data?: VariantsById;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isPicture = (value: object): value is Picture & { id: number } =>
  'srcset' in value || ('url' in value && 'alt' in value)
    ? 'id' in value && typeof value.id === 'number'
    : false;

/** Returns the ids of all pictures in the data of queries, at any depth. */
export function pictureIdsIn(view: unknown, ids = new Set<number>()): Set<number> {
  if (!isObject(view)) return ids;
  if (isPicture(view)) ids.add(view.id);
  else for (const value of Object.values(view)) pictureIdsIn(value, ids);
  return ids;
}

/** Returns a copy of the data in which each picture has its `files`. */
export function withFiles<View>(view: View, variantsById: VariantsById): View {
  if (Array.isArray(view)) return view.map((value: unknown) => withFiles(value, variantsById)) as View;
  if (!isObject(view)) return view;
  if (isPicture(view)) {
    const variants = variantsById[view.id];
    return variants === undefined ? view : (withOwnFiles(view, toFiles(variants), variants.crop) as View);
  }
  const full: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(view)) full[name] = withFiles(value as unknown, variantsById);
  return full as View;
}

/**
 * Pictures with a JPEG variant, which every browser reads, drop the `srcset` of the content API; where the variants are a part
 * of it, they have the shape of that part.
 */
function withOwnFiles({ srcset, ...picture }: Picture, files: PictureFiles, crop?: PictureCrop): Picture {
  const isWhole = files.jpeg !== undefined || srcset === undefined;
  if (!isWhole) return { ...picture, srcset, files };
  if (crop === undefined) return { ...picture, files };
  const partOf = (whole: number, percent: number): number => Math.max(1, Math.round((whole * percent) / 100));
  const { width, height } = picture;
  return { ...picture, width: partOf(width, crop.width), height: partOf(height, crop.height), files };
}

const srcsetOf = (sources: readonly PictureSource[]): string =>
  sources.map(({ url, width }) => `${url} ${width}w`).join(', ');

/** Returns the sizes up to the maximum width, at least one. */
const fallbackSizes = (sources: readonly PictureSource[]): readonly PictureSource[] =>
  sources.filter(({ width }, index) => index === 0 || width <= FALLBACK_MAX_WIDTH);

/** Cache of `toFiles`: on the server many pages have the same `PictureVariants` objects. */
const filesOf = new WeakMap<PictureVariants, PictureFiles>();

function toFiles(variants: PictureVariants): PictureFiles {
  const cached = filesOf.get(variants);
  if (cached !== undefined) return cached;
  const { focus, share } = variants;
  const { avif, webp, jpeg } = variants.sources;
  const fallback = fallbackSizes(jpeg).at(-1);
  const files: PictureFiles = {
    placeholder: variants.placeholder,
    ...(avif.length > 0 ? { avif: srcsetOf(avif) } : {}),
    ...(webp.length > 0 ? { webp: srcsetOf(fallbackSizes(webp)) } : {}),
    ...(fallback === undefined ? {} : { jpeg: fallback.url }),
    ...(focus === undefined ? {} : { focus: { x: Math.round(focus.x / 10), y: Math.round(focus.y / 10) } }),
  };
  if (import.meta.env.SSR && share !== undefined) files.share = share;
  filesOf.set(variants, files);
  return files;
}

/** Results of `withFiles` by data and response body: on the server pages share both for a moment. */
const results = new WeakMap<object, WeakMap<object, unknown>>();

function withFilesCached<View>(view: View, body: VariantsBody): View {
  if (!isObject(view)) return view;
  const byBody = results.get(view) ?? new WeakMap<object, unknown>();
  results.set(view, byBody);
  const cached = byBody.get(body);
  if (cached !== undefined) return cached as View;
  const full = withFiles(view, body.data ?? {});
  byBody.set(body, full);
  return full;
}

/** Returns the path that has the variants of all pictures of the data; empty where there are none. */
function pathFor(view: unknown): string {
  const ids = [...pictureIdsIn(view)].slice(0, MAX_IDS_PER_REQUEST);
  return ids.length === 0 ? '' : `/picture-variants?ids=${ids.toSorted((a, b) => a - b).join(',')}`;
}

/** Cache of `pathFor`: shared data is not searched for pictures again for each page. */
const paths = new WeakMap<object, string>();

function pathCached(view: unknown): string {
  if (!isObject(view)) return '';
  const cached = paths.get(view);
  if (cached !== undefined) return cached;
  const path = pathFor(view);
  paths.set(view, path);
  return path;
}

/**
 * Adds the variants of all pictures to the data of queries, by one request. Returns the data unchanged when the request
 * fails: pictures then have the sizes of the content API. The result is cached by the identity of data and response.
 */
export async function addPictureFiles<View>(
  view: View,
  fetchJson: (path: string) => Promise<unknown>,
): Promise<View> {
  const path = pathCached(view);
  if (path === '') return view;
  try {
    return withFilesCached(view, (await fetchJson(path)) as VariantsBody);
  } catch {
    return view;
  }
}
