import { Value } from 'typebox/value';
import { PictureVariants, type PictureSource } from '@vidhi/contracts/picture-variants.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';

/** The files of pictures of which readers see a part. */
export interface CroppedPictures {
  /** Returns the widest JPEG file of the part of a picture; null for whole pictures, and while the part is not rendered. */
  croppedFile(id: number): PictureSource | null;
}

/** The variants of pictures, serialized. */
export interface VariantBodies extends CroppedPictures {
  /** Called when a picture was stored, or removed (null). */
  note(id: number, picture: StoredDocument | null): void;
  /** The response body for these pictures; omits those without variants. */
  respond(ids: readonly number[]): string;
}

export function createVariantBodies(): VariantBodies {
  const bodies = new Map<number, string>();
  const cropped = new Map<number, PictureSource>();
  return {
    croppedFile: (id) => cropped.get(id) ?? null,
    note(id, picture) {
      const { variants }: Partial<StoredDocument> = picture ?? {};
      bodies.delete(id);
      cropped.delete(id);
      if (!Value.Check(PictureVariants, variants)) return;
      bodies.set(id, JSON.stringify(variants));
      const widest = variants.crop === undefined ? undefined : variants.sources.jpeg.at(-1);
      if (widest !== undefined) cropped.set(id, widest);
    },
    respond(ids) {
      const known = ids.flatMap((id) => {
        const body = bodies.get(id);
        return body === undefined ? [] : `"${id}":${body}`;
      });
      return `{"data":{${known.join(',')}}}`;
    },
  };
}
