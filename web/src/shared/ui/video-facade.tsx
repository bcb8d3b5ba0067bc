import { useState, type MouseEvent } from 'react';
import { youtubeThumbnail, type Picture } from '../picture/picture.ts';
import { PlayIcon } from './icons.tsx';
import { PictureFrame } from './picture-frame.tsx';

interface VideoFacadeProps {
  id: string;
  title: string;
  sizes: string;
  poster?: Picture | null;
  isHero?: boolean;
}

/** Focuses the player, which replaces the focused link: otherwise the focus would move to the document. */
const focusPlayer = (player: HTMLIFrameElement | null): void => player?.focus();

/** The thumbnail of a video, as a link to it; a click replaces it by the player. */
export function VideoFacade({ id, title, sizes, poster, isHero = false }: VideoFacadeProps) {
  const [isPlaying, setPlaying] = useState(false);
  const handleClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setPlaying(true);
  };
  if (isPlaying)
    return (
      <iframe
        ref={focusPlayer}
        className="video__player"
        src={`https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0`}
        title={title}
        allow="autoplay; encrypted-media; picture-in-picture; fullscreen"
        referrerPolicy="strict-origin-when-cross-origin"
      />
    );
  return (
    <a
      className="video"
      href={`https://www.youtube.com/watch?v=${id}`}
      rel="noopener"
      onClick={handleClick}
      aria-label={`Play the video: ${title}`}
    >
      <PictureFrame
        picture={poster ?? youtubeThumbnail(id)}
        sizes={sizes}
        ratio="wide"
        isHero={isHero}
        decorative
        title={title}
      />
      <span className="video__play">
        <PlayIcon />
      </span>
    </a>
  );
}
