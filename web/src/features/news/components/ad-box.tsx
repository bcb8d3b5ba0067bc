import { PictureFrame } from '#shared/ui/picture-frame.tsx';
import { VideoFacade } from '#shared/ui/video-facade.tsx';
import type { Ad, AdPlace } from '../ad.ts';
import * as styles from '../news.module.css';

const CLASSES: Record<AdPlace, string> = {
  'Side Bar': styles.ad,
  'One Column into List': styles.ad,
  'Two Column into List': `${styles.ad} ${styles.adTwo}`,
  'Inner Content': styles.ad,
};

const SIZES: Record<AdPlace, string> = {
  'Side Bar': '(min-width: 64rem) 300px, 100vw',
  'One Column into List': '(min-width: 48rem) 480px, 100vw',
  'Two Column into List': '(min-width: 48rem) 480px, 100vw',
  'Inner Content': '(min-width: 48rem) 640px, 100vw',
};

/** An advertisement, labelled as such. */
export function AdBox({ ad }: { ad: Ad }) {
  const sizes = SIZES[ad.place];
  return (
    <aside className={CLASSES[ad.place]} aria-label={`Advertisement: ${ad.title}`}>
      <p className={styles.adLabel}>Advertisement</p>
      {ad.video === null ? (
        <AdPicture ad={ad} sizes={sizes} />
      ) : (
        <VideoFacade id={ad.video} title={ad.title} sizes={sizes} poster={ad.picture} />
      )}
    </aside>
  );
}

function AdPicture({ ad, sizes }: { ad: Ad; sizes: string }) {
  if (ad.picture === null) return null;
  const frame = (
    <PictureFrame picture={{ ...ad.picture, alt: ad.picture.alt || ad.title }} sizes={sizes} ratio="own" />
  );
  if (ad.link === null) return frame;
  return (
    <a href={ad.link} rel="sponsored noopener nofollow" target="_blank">
      {frame}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}
