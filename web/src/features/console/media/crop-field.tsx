import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { FocalPoint, PictureCrop } from '@vidhi/contracts/picture-variants.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import { useUnsavedGuard } from '../kit/guard.ts';
import { messageOf } from '../kit/message-of.ts';
import * as kit from '../kit.module.css';
import * as styles from '../media.module.css';
import { takeArrow } from './arrows.ts';
import { CropNumbers } from './crop-numbers.tsx';
import {
  WHOLE,
  between,
  inShape,
  isWhole,
  movedTo,
  resizedTo,
  shapeOf,
  type Shape,
  type Size,
} from './crop-shapes.ts';
import { mediaApi, type MediaRow } from './media-resource.tsx';
import { PicturePart } from './picture-part.tsx';

const RATIOS = [
  { name: 'Free', ratio: null },
  { name: '16:9', ratio: 16 / 9 },
  { name: '1200 × 630', ratio: 1200 / 630 },
  { name: 'Square', ratio: 1 },
] as const;
const CORNERS = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 0, y: 1 },
  { x: 1, y: 1 },
] as const;
const STEPS = { step: 1, fineStep: 0.1 };
const TEXTS = {
  help: 'Drag over the part that readers should see, or move and resize it with the arrow keys (Shift: finer). Pages, cards and shared links show that part; the original stays whole.',
  save: 'Save the crop',
  whole: 'Use the whole picture',
  saved: 'The crop is saved. Pages and shared links follow in a moment.',
} as const;

/** Effect of the pointer until it is released. */
type Drag = { kind: 'draw'; corner: FocalPoint } | { kind: 'move'; from: FocalPoint; crop: PictureCrop };

interface CropFieldProps {
  row: MediaRow;
  size: Size;
  /** The part that is chosen, stored or not; null for all of the picture. */
  crop: PictureCrop | null;
  onChange: (crop: PictureCrop | null) => void;
}

const isSame = (one: PictureCrop | null, other: PictureCrop | null): boolean =>
  JSON.stringify(one ?? WHOLE) === JSON.stringify(other ?? WHOLE);

/** The picture with the part that readers see: drawn, moved and resized by pointer, arrow keys and numbers. */
export function CropField({ row, size, crop: chosen, onChange }: CropFieldProps) {
  const { update } = mediaApi.useWrites();
  const notices = useNotices();
  const picture = useRef<HTMLDivElement>(null);
  const drag = useRef<Drag | null>(null);
  const [ratio, setRatio] = useState<number | null>(null);
  const shape: Shape = shapeOf(ratio, size);
  const stored = row.crop ?? null;
  const crop = chosen ?? WHOLE;
  const isChanged = !isSame(chosen, stored);
  useUnsavedGuard(isChanged);
  const change = (next: PictureCrop): void => onChange(isWhole(next) ? null : next);

  const pointOf = ({ clientX, clientY }: PointerEvent): FocalPoint => {
    const { left, top, width, height } = picture.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
    return { x: ((clientX - left) / width) * 100, y: ((clientY - top) / height) * 100 };
  };
  const begin = (event: PointerEvent, next: Drag): void => {
    if (event.button !== 0) return;
    event.stopPropagation();
    drag.current = next;
    picture.current?.setPointerCapture(event.pointerId);
  };
  const handleDrag = (event: PointerEvent): void => {
    const point = pointOf(event);
    const current = drag.current;
    if (current?.kind === 'draw') {
      const drawn = between(current.corner, point, shape);
      if (drawn !== null) change(drawn);
    } else if (current?.kind === 'move') {
      const { from, crop: before } = current;
      change(movedTo(before, { x: before.x + point.x - from.x, y: before.y + point.y - from.y }));
    }
  };
  const byArrows = (apply: (step: FocalPoint) => PictureCrop) => (event: KeyboardEvent) => {
    const step = takeArrow(event, STEPS);
    if (step !== null) change(apply(step));
  };
  const handleSave = async (): Promise<void> => {
    const { error } = await update(row.id, { crop: chosen });
    if (error === undefined) notices.success(TEXTS.saved);
    else notices.error(messageOf(error));
  };
  const place = {
    left: `${crop.x}%`,
    top: `${crop.y}%`,
    width: `${crop.width}%`,
    height: `${crop.height}%`,
  };
  return (
    <section className={styles.focus} aria-labelledby="crop-heading">
      <h2 id="crop-heading">Crop</h2>
      <p id="crop-help">{TEXTS.help}</p>
      <fieldset className={styles.ratios}>
        <legend>Shape</legend>
        {RATIOS.map((one) => (
          <label key={one.name}>
            <input
              type="radio"
              name="crop-shape"
              checked={ratio === one.ratio}
              onChange={() => {
                setRatio(one.ratio);
                change(inShape(crop, shapeOf(one.ratio, size)));
              }}
            />
            {one.name}
          </label>
        ))}
      </fieldset>
      <div
        ref={picture}
        className={styles.cropPicture}
        onPointerDown={(event) => begin(event, { kind: 'draw', corner: pointOf(event) })}
        onPointerMove={handleDrag}
        onPointerUp={() => (drag.current = null)}
        onPointerCancel={() => (drag.current = null)}
      >
        <img src={row.url} alt="" draggable={false} />
        <div className={styles.cropFrame} style={place}>
          <button
            type="button"
            aria-label="Move the crop"
            aria-describedby="crop-help"
            onPointerDown={(event) => {
              const at = pointOf(event);
              begin(
                event,
                chosen === null ? { kind: 'draw', corner: at } : { kind: 'move', from: at, crop: chosen },
              );
            }}
            onKeyDown={byArrows(({ x, y }) => movedTo(crop, { x: crop.x + x, y: crop.y + y }))}
          />
          {CORNERS.map(({ x, y }) => {
            const opposite = { x: crop.x + (1 - x) * crop.width, y: crop.y + (1 - y) * crop.height };
            const handle = {
              className: styles.cropCorner,
              style: { left: `${x * 100}%`, top: `${y * 100}%` },
              onPointerDown: (event: PointerEvent) => begin(event, { kind: 'draw', corner: opposite }),
            };
            // Arrow keys at one corner, with which the others would do the same.
            if (x === 0 || y === 0) return <span key={`${x}${y}`} {...handle} />;
            return (
              <button
                key="last"
                type="button"
                aria-label="Resize the crop"
                aria-describedby="crop-help"
                onKeyDown={byArrows((step) =>
                  resizedTo(
                    crop,
                    step.x === 0 ? { height: crop.height + step.y } : { width: crop.width + step.x },
                    shape,
                  ),
                )}
                {...handle}
              />
            );
          })}
        </div>
      </div>
      <CropNumbers crop={crop} size={size} shape={shape} onChange={change} />
      <figure className={styles.cropResult}>
        <PicturePart
          url={row.url}
          part={crop}
          ratio={(crop.width * size.width) / (crop.height * size.height)}
        />
        <figcaption>What readers see</figcaption>
      </figure>
      <p>
        <button type="button" className="button" disabled={!isChanged} onClick={() => void handleSave()}>
          {TEXTS.save}
        </button>{' '}
        <button
          type="button"
          className={kit.tool}
          disabled={chosen === null}
          onClick={() => {
            setRatio(null);
            onChange(null);
          }}
        >
          {TEXTS.whole}
        </button>
      </p>
    </section>
  );
}
