import { useState } from 'react';
import type { PictureCrop } from '@vidhi/contracts/picture-variants.ts';
import * as styles from '../media.module.css';
import { movedTo, resizedTo, type Shape, type Size } from './crop-shapes.ts';

const FIELDS = [
  { name: 'x', label: 'From the left', side: 'width' },
  { name: 'y', label: 'From the top', side: 'height' },
  { name: 'width', label: 'Width', side: 'width' },
  { name: 'height', label: 'Height', side: 'height' },
] as const;
type Name = (typeof FIELDS)[number]['name'];

interface CropNumbersProps {
  crop: PictureCrop;
  size: Size;
  shape: Shape;
  onChange: (crop: PictureCrop) => void;
}

/** Place and size of a crop in pixels of the picture. */
export function CropNumbers({ crop, size, shape, onChange }: CropNumbersProps) {
  /** Number as it is being typed, perhaps no valid crop yet. */
  const [typed, setTyped] = useState<{ name: Name; text: string } | null>(null);
  const handleChange = (name: Name, side: keyof Size, text: string): void => {
    setTyped({ name, text });
    const pixels = Number(text);
    if (text.trim() === '' || !Number.isFinite(pixels)) return;
    const percent = (pixels / size[side]) * 100;
    const isPlace = name === 'x' || name === 'y';
    onChange(
      isPlace
        ? movedTo(crop, { x: crop.x, y: crop.y, [name]: percent })
        : resizedTo(crop, { [name]: percent }, shape),
    );
  };
  return (
    <div className={styles.cropNumbers}>
      {FIELDS.map(({ name, label, side }) => (
        <label key={name}>
          {label}, pixels
          <input
            type="number"
            className="field__input"
            min={0}
            max={size[side]}
            value={typed?.name === name ? typed.text : Math.round((crop[name] / 100) * size[side])}
            onChange={({ target }) => handleChange(name, side, target.value)}
            onBlur={() => setTyped(null)}
          />
        </label>
      ))}
    </div>
  );
}
