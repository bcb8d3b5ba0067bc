import { PictureFrame } from '#shared/ui/picture-frame.tsx';
import { VideoFacade } from '#shared/ui/video-facade.tsx';
import type { Ad, AdPlace } from '../ad.ts';
import '../news.css';

const SHAPES: Record<AdPlace, string> = {
  'Side Bar': 'side',
  'One Column into List': 'one',
  'Two Column into List': 'two',
  'Inner Content': 'inner',
};

const SIZES: Record<AdPlace, string> = {
  'Side Bar': '(min-width: 64rem) 300px, 100vw',
  'One Column into List': '(min-width: 80rem) 300px, (min-width: 40rem) 45vw, 100vw',
  'Two Column into List': '(min-width: 80rem) 640px, 100vw',
  'Inner Content': '(min-width: 48rem) 640px, 100vw',
};

/** An advertisement, labelled as such. */
export function AdBox({ ad }: { ad: Ad }) {
  const sizes = SIZES[ad.place];
  return (
    <aside className={`ad ad--${SHAPES[ad.place]}`} aria-label={`Advertisement: ${ad.title}`}>
      <p className="ad__label">Advertisement</p>
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
