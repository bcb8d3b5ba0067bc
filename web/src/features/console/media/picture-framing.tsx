import { useState } from 'react';
import type { PictureCrop } from '@vidhi/contracts/picture-variants.ts';
import { CropField } from './crop-field.tsx';
import type { Size } from './crop-shapes.ts';
import { FocusField } from './focus-field.tsx';
import type { MediaRow } from './media-resource.tsx';

const UNKNOWN_SIZE: Size = { width: 3, height: 2 };

/** Fields for a picture's crop, and for its focal point, which stays visible where the crop is cut further. */
export function PictureFraming({ row }: { row: MediaRow }) {
  const [chosen, setChosen] = useState<PictureCrop | null | undefined>(undefined);
  const [loaded, setLoaded] = useState<Size | null>(null);
  const stored =
    row.width === null || row.height === null ? UNKNOWN_SIZE : { width: row.width, height: row.height };
  const size = loaded ?? stored;
  const crop = chosen === undefined ? (row.crop ?? null) : chosen;
  return (
    <>
      <FocusField row={row} size={size} crop={crop} onSize={setLoaded} />
      <CropField row={row} size={size} crop={crop} onChange={setChosen} />
    </>
  );
}
