import { Value } from 'typebox/value';
import { PictureVariants } from '@vidhi/contracts/picture-variants.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';

/** What pages may show of each picture beside its wire object, ready to be sent. */
export interface KnownVariants {
  /** A picture was put, or removed (null). */
  note(id: number, picture: StoredDocument | null): void;
  /** The body for these pictures; those without variants are left out. */
  answer(ids: readonly number[]): string;
}

export function createKnownVariants(): KnownVariants {
  const bodies = new Map<number, string>();
  return {
    note(id, picture) {
      const variants = picture?.['variants'];
      if (Value.Check(PictureVariants, variants)) bodies.set(id, JSON.stringify(variants));
      else bodies.delete(id);
    },
    answer(ids) {
      const known = ids.flatMap((id) => {
        const body = bodies.get(id);
        return body === undefined ? [] : `"${id}":${body}`;
      });
      return `{"data":{${known.join(',')}}}`;
    },
  };
}
