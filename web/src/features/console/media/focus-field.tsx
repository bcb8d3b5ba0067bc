import { useState, type CSSProperties, type KeyboardEvent } from 'react';
import type { FocalPoint, PictureCrop } from '@vidhi/contracts/picture-variants.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import { useUnsavedGuard } from '../kit/guard.ts';
import { messageOf } from '../kit/message-of.ts';
import * as kit from '../kit.module.css';
import * as styles from '../media.module.css';
import { takeArrow } from './arrows.ts';
import { MIDDLE, WHOLE, coveredPart, type Size } from './crop-shapes.ts';
import { mediaApi, type MediaRow } from './media-resource.tsx';
import { PicturePart } from './picture-part.tsx';

const STEPS = { step: 5, fineStep: 1 };
/** The crops of a picture on cards, at the head of an article, and where other sites show a link to it. */
const CROPS = [
  { name: 'On cards', ratio: 3 / 2 },
  { name: 'On its page', ratio: 16 / 9 },
  { name: 'Shared links', ratio: 1200 / 630 },
] as const;
const TEXTS = {
  help: 'Click what must stay visible, or move the point with the arrow keys (Shift: finer). Cards and shared links are cropped around it.',
  save: 'Save the focal point',
  reset: 'Use the middle',
  saved: 'The focal point is saved. Shared links follow in a moment.',
} as const;

const inPercent = (part: number): number => Math.min(100, Math.max(0, Math.round(part)));
const placeOf = ({ x, y }: FocalPoint): string => `${x}% from the left, ${y}% from the top`;

interface FocusFieldProps {
  row: MediaRow;
  size: Size;
  /** The part that readers see; null for all of the picture. */
  crop: PictureCrop | null;
  /** Called with the size of the picture when it is loaded. */
  onSize: (size: Size) => void;
}

/** The picture with its focal point, which is moved by a click or the arrow keys, and what the crops around it show. */
export function FocusField({ row, size, crop, onSize }: FocusFieldProps) {
  const { update } = mediaApi.useWrites();
  const notices = useNotices();
  const [chosen, setChosen] = useState<FocalPoint | null | undefined>(undefined);
  const stored = row.focus ?? null;
  const focus = chosen === undefined ? stored : chosen;
  const isChanged = focus?.x !== stored?.x || focus?.y !== stored?.y;
  const point = focus ?? MIDDLE;
  useUnsavedGuard(isChanged);

  const handleKey = (event: KeyboardEvent<HTMLElement>): void => {
    const step = takeArrow(event, STEPS);
    if (step !== null) setChosen({ x: inPercent(point.x + step.x), y: inPercent(point.y + step.y) });
  };
  const handleSave = async (): Promise<void> => {
    const { error } = await update(row.id, { focus });
    if (error === undefined) notices.success(TEXTS.saved);
    else notices.error(messageOf(error));
  };
  const place: CSSProperties = { left: `${point.x}%`, top: `${point.y}%` };
  return (
    <section className={styles.focus} aria-labelledby="focus-heading">
      <h2 id="focus-heading">Focal point</h2>
      <p id="focus-help">{TEXTS.help}</p>
      <button
        type="button"
        className={styles.focusPicture}
        aria-label="Focal point"
        aria-describedby="focus-help focus-place"
        onKeyDown={handleKey}
        onClick={({ clientX, clientY, currentTarget, detail }) => {
          // A click by the keyboard has no place.
          if (detail === 0) return;
          const { left, top, width, height } = currentTarget.getBoundingClientRect();
          setChosen({
            x: inPercent(((clientX - left) / width) * 100),
            y: inPercent(((clientY - top) / height) * 100),
          });
        }}
      >
        <img
          src={row.url}
          alt=""
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            onSize({ width, height })
          }
        />
        <span className={styles.focusPoint} style={place} />
      </button>
      <output id="focus-place" className={styles.focusPlace}>
        {focus === null ? 'In the middle' : placeOf(focus)}
      </output>
      <div className={styles.crops}>
        {CROPS.map(({ name, ratio }) => (
          <figure key={name}>
            <PicturePart url={row.url} part={coveredPart(size, crop ?? WHOLE, point, ratio)} ratio={ratio} />
            <figcaption>{name}</figcaption>
          </figure>
        ))}
      </div>
      <p>
        <button type="button" className="button" disabled={!isChanged} onClick={() => void handleSave()}>
          {TEXTS.save}
        </button>{' '}
        <button type="button" className={kit.tool} disabled={focus === null} onClick={() => setChosen(null)}>
          {TEXTS.reset}
        </button>
      </p>
    </section>
  );
}
