/** Media types that the specification permits. */
const TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif'];
export const ACCEPTED_PICTURES = '.png,.jpeg,.jpg,.gif';

const MAX_MEGABYTES = 8;
const MEGABYTE = 1024 * 1024;

/** Why a file cannot be uploaded as a picture; null for one that can. */
export function pictureProblem({ type, size }: File): string | null {
  if (!TYPES.includes(type)) return 'Only png, jpeg, jpg and gif images are accepted';
  return size > MAX_MEGABYTES * MEGABYTE ? `The image must be at most ${MAX_MEGABYTES} MB` : null;
}
