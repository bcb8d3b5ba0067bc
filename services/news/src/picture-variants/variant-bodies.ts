import { Value } from 'typebox/value';
import { PictureVariants } from '@vidhi/contracts/picture-variants.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';

/** The variants of pictures, serialized. */
export interface VariantBodies {
  /** Called when a picture was stored, or removed (null). */
  note(id: number, picture: StoredDocument | null): void;
  /** The response body for these pictures; omits those without variants. */
  respond(ids: readonly number[]): string;
}

export function createVariantBodies(): VariantBodies {
  const bodies = new Map<number, string>();
  return {
    note(id, picture) {
      const { variants }: Partial<StoredDocument> = picture ?? {};
      if (Value.Check(PictureVariants, variants)) bodies.set(id, JSON.stringify(variants));
      else bodies.delete(id);
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
