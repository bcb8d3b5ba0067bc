import { formatTime } from './reader-texts.ts';
import type { ReaderRow } from './reader-days.ts';
import * as styles from './readers.module.css';

const HEIGHT = 100;
const BAR = 10;
const GAP = 2;

/** Page views as bars, and the arrivals among them. The table below has the numbers. */
export function ReaderChart({ rows }: { rows: readonly ReaderRow[] }) {
  const most = Math.max(1, ...rows.map(({ pages }) => pages));
  const top = rows.find(({ pages }) => pages === most);
  const heightOf = (count: number): number => (count / most) * HEIGHT;
  const label =
    top === undefined
      ? 'No pages in this time'
      : `Pages that were read, from ${formatTime(rows[0]?.time ?? '')} to ${formatTime(rows.at(-1)?.time ?? '')}. Most: ${most}, ${formatTime(top.time)}`;
  return (
    <figure className={styles.readerChart} aria-label={label}>
      <p className={styles.readerMost} aria-hidden="true">
        {most}
      </p>
      <svg
        viewBox={`0 0 ${Math.max(1, rows.length) * BAR} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {rows.map(({ time, pages, arrivals }, index) => (
          <g key={time}>
            <title>{`${formatTime(time)}: ${pages} pages, ${arrivals} arrivals`}</title>
            <rect x={index * BAR} y={0} width={BAR} height={HEIGHT} className={styles.readerDay} />
            <rect
              x={index * BAR + GAP / 2}
              y={HEIGHT - heightOf(pages)}
              width={BAR - GAP}
              height={heightOf(pages)}
              className={styles.readerPages}
            />
            <rect
              x={index * BAR + GAP / 2}
              y={HEIGHT - heightOf(arrivals)}
              width={BAR - GAP}
              height={heightOf(arrivals)}
              className={styles.readerArrivals}
            />
          </g>
        ))}
      </svg>
      <figcaption>
        <span>{formatTime(rows[0]?.time ?? '')}</span>
        <span className={styles.readerLegend}>
          <span className={styles.readerPagesKey}>Pages</span>{' '}
          <span className={styles.readerArrivalsKey}>Arrivals</span>
        </span>
        <span>{formatTime(rows.at(-1)?.time ?? '')}</span>
      </figcaption>
    </figure>
  );
}
