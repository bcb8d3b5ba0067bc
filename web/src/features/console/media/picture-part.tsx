import type { PictureCrop } from '@vidhi/contracts/picture-variants.ts';
import * as styles from '../media.module.css';

/** A part of a picture, which fills a frame of its shape. */
export const PicturePart = ({ url, part, ratio }: { url: string; part: PictureCrop; ratio: number }) => (
  <span className={styles.part} style={{ aspectRatio: String(ratio) }}>
    <img
      src={url}
      alt=""
      style={{
        width: `${10_000 / part.width}%`,
        height: `${10_000 / part.height}%`,
        left: `${(-100 * part.x) / part.width}%`,
        top: `${(-100 * part.y) / part.height}%`,
      }}
    />
  </span>
);
