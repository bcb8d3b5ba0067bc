import { Type, type Static } from 'typebox';
import { FocalPoint, PictureCrop } from './picture-variants.ts';

/** Attributes of a file that only the media library shows. */
export const LibraryFacts = Type.Object({
  credit: Type.Union([Type.String(), Type.Null()]),
  /** Path, `/` for the first one. */
  folder: Type.String(),
  focus: Type.Union([FocalPoint, Type.Null()], {
    description: 'The point around which cards and share pictures crop it, in percent; null for the middle',
  }),
  crop: Type.Union([PictureCrop, Type.Null()], {
    description: 'The part of it that readers see, in percent; null for all of it. Its original stays whole',
  }),
});

/** The same in the lists of the library, with the ids of the files that have the same bytes. */
export const ListedLibraryFacts = Type.Object({
  ...LibraryFacts.properties,
  duplicates: Type.Array(Type.Integer()),
});
export type ListedLibraryFacts = Static<typeof ListedLibraryFacts>;
