import { useEffect, useRef, useState } from 'react';
import { preload } from 'react-dom';
import type { Picture } from '../picture/picture.ts';

interface PictureFrameProps {
  picture: Picture;
  /** Width on the page, as `sizes` says it. */
  sizes: string;
  /** Width to height of the frame; the picture is cropped to it. `own` keeps the picture's. */
  ratio?: 'wide' | 'card' | 'square' | 'own';
  /** The page's main picture: loaded first and at once. */
  isHero?: boolean;
  /** Left out where a headline beside it says the same. */
  decorative?: boolean;
}

type Loading = 'unknown' | 'waiting' | 'loaded' | 'failed';

/**
 * A picture of known size. The colour in its place fades away in 500 ms when the picture arrives late;
 * the picture itself is never hidden, so it shows without scripts and delays nothing.
 */
export function PictureFrame({
  picture,
  sizes,
  ratio = 'card',
  isHero = false,
  decorative = false,
}: PictureFrameProps) {
  const image = useRef<HTMLImageElement>(null);
  const [loading, setLoading] = useState<Loading>('unknown');
  useEffect(() => {
    const element = image.current;
    if (element === null) return;
    if (!element.complete) setLoading('waiting');
    else if (element.naturalWidth === 0) setLoading('failed');
  }, []);
  const { files } = picture;
  const srcset = files?.jpeg === undefined ? picture.srcset : undefined;
  if (isHero && typeof document === 'undefined') preloadHero(picture, sizes);
  const handleLoad = () => setLoading((before) => (before === 'waiting' ? 'loaded' : before));
  return (
    <span className={`picture picture--${ratio}`} data-loading={loading}>
      {files !== undefined && <img className="picture__placeholder" src={files.placeholder} alt="" />}
      <picture>
        {files?.avif !== undefined && <source type="image/avif" srcSet={files.avif} sizes={sizes} />}
        {files?.webp !== undefined && <source type="image/webp" srcSet={files.webp} sizes={sizes} />}
        <img
          ref={image}
          src={files?.jpeg ?? picture.url}
          srcSet={srcset}
          sizes={srcset === undefined ? undefined : sizes}
          width={picture.width}
          height={picture.height}
          alt={decorative ? '' : picture.alt}
          loading={isHero ? 'eager' : 'lazy'}
          decoding={isHero ? 'auto' : 'async'}
          fetchPriority={isHero ? 'high' : undefined}
          onLoad={handleLoad}
          onError={() => setLoading('failed')}
        />
      </picture>
    </span>
  );
}

/** Tells the browser of the main picture before the page's markup does, in the format that it will choose. */
function preloadHero({ url, srcset, files }: Picture, sizes: string): void {
  const [type, set] =
    files?.avif !== undefined
      ? ['image/avif', files.avif]
      : files?.webp !== undefined
        ? ['image/webp', files.webp]
        : [undefined, srcset];
  preload(files?.jpeg ?? url, {
    as: 'image',
    fetchPriority: 'high',
    ...(set === undefined ? {} : { imageSrcSet: set, imageSizes: sizes }),
    ...(type === undefined ? {} : { type }),
  });
}
