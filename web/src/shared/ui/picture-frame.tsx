import { useEffect, useRef, useState } from 'react';
import { preload } from 'react-dom';
import type { Picture } from '../picture/picture.ts';

interface PictureFrameProps {
  picture: Picture;
  /** The `sizes` attribute. */
  sizes: string;
  /** Aspect ratio, to which the picture is cropped; `own` is that of the picture. */
  ratio?: 'wide' | 'card' | 'square' | 'own';
  /** The page's main picture, which is preloaded with high priority. */
  isHero?: boolean;
  /** Shows the picture without alternative text, where a headline beside it says the same. */
  decorative?: boolean;
  /** Shown in place of a picture that cannot be loaded; by default its alternative text. */
  title?: string | undefined;
}

type Loading = 'unknown' | 'waiting' | 'loaded' | 'failed';

/**
 * A picture with reserved space. A placeholder fades out within 500 ms when the picture is loaded after hydration; the
 * picture itself is never hidden, so it shows without scripts.
 */
export function PictureFrame({
  picture,
  sizes,
  ratio = 'card',
  isHero = false,
  decorative = false,
  title = picture.alt,
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
    <span
      className={`picture picture--${ratio}`}
      data-loading={loading}
      data-x={files?.focus?.x}
      data-y={files?.focus?.y}
    >
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
      {loading === 'failed' && (
        <span className="picture__title" aria-hidden={decorative}>
          {title}
        </span>
      )}
    </span>
  );
}

/** Preloads the main picture from the head, in the format that the browser will choose. */
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
