import type { QueryDefinition } from '#shared/api/read.ts';
import { directoryRead, isPracticeSlug, practiceRead } from './directory-reads.ts';
import { neutralOrderRead } from './neutral-order.ts';

type Reader = <Arg, View, Wire>(
  read: QueryDefinition<Arg, View, Wire>,
  arg: Arg,
) => Promise<{ ok: true; value: View } | { ok: false }>;

/** Loads the data of `/find-a-lawyer`; false when its lists could not be loaded. */
export async function loadDirectory(read: Reader): Promise<boolean> {
  const directory = await read(directoryRead, undefined);
  return directory.ok;
}

/** Loads the data of a practice area and returns whether it exists. */
export async function loadPractice(slug: string, read: Reader): Promise<'found' | 'notFound' | 'failed'> {
  if (!isPracticeSlug(slug)) return 'notFound';
  const places = await read(practiceRead, slug);
  if (!places.ok) return 'failed';
  return places.value === null ? 'notFound' : 'found';
}

export async function loadOrder(read: Reader): Promise<boolean> {
  return (await read(neutralOrderRead, undefined)).ok;
}
