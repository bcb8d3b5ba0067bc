import { useRef, useState, type ComponentType, type KeyboardEvent, type MouseEvent } from 'react';
import type { Picture } from '#shared/picture/picture.ts';
import { PictureFrame } from '#shared/ui/picture-frame.tsx';
import { stepOf } from '../gallery-steps.ts';
import type { GalleryDialogProps } from './gallery-dialog.tsx';
import * as styles from '../item.module.css';

interface GalleryProps {
  title: string;
  pictures: readonly Picture[];
}

const MAIN_SIZES = '(min-width: 48rem) 340px, 92vw';
const SMALL_SIZES = '72px';

const isPlainClick = (event: MouseEvent): boolean =>
  !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);

/**
 * A large picture with thumbnails below it. All are links to their files, which works without scripts; with scripts a
 * thumbnail selects the large picture, which opens the dialog.
 */
export function Gallery({ title, pictures }: GalleryProps) {
  const [index, setIndex] = useState(0);
  const [isOpen, setIsOpen] = useState(false);
  const [Dialog, setDialog] = useState<ComponentType<GalleryDialogProps> | null>(null);
  const main = useRef<HTMLAnchorElement>(null);
  const small = useRef<HTMLUListElement>(null);
  const shown = pictures[index] ?? pictures[0];
  if (shown === undefined) return null;
  const count = pictures.length;
  const handleKeyDown = (event: KeyboardEvent) => {
    const step = stepOf(event.key, index, count);
    if (step === null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setIndex(step);
    if (small.current?.contains(document.activeElement))
      small.current.querySelectorAll<HTMLElement>('a')[step]?.focus();
  };
  const handleOpen = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    setIsOpen(true);
    import('./gallery-dialog.tsx').then(
      ({ GalleryDialog }) => setDialog(() => GalleryDialog),
      // Without the dialog the link opens the file.
      () => window.location.assign(shown.url),
    );
  };
  const handleChoose = (event: MouseEvent, chosen: number) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    setIndex(chosen);
  };
  const handleClose = () => {
    setIsOpen(false);
    main.current?.focus();
  };
  return (
    <section className={styles.gallery} aria-label="Pictures">
      <a
        ref={main}
        className={styles.galleryMain}
        href={shown.url}
        aria-haspopup="dialog"
        onClick={handleOpen}
        onKeyDown={handleKeyDown}
      >
        <PictureFrame key={shown.url} picture={shown} sizes={MAIN_SIZES} ratio="own" isHero={index === 0} />
        <span className="visually-hidden">
          Enlarge picture {index + 1} of {count} of {title}
        </span>
      </a>
      {count > 1 && (
        <ul ref={small} className={styles.gallerySmall}>
          {pictures.map((picture, at) => (
            <li key={picture.url}>
              <a
                href={picture.url}
                aria-current={at === index ? 'true' : undefined}
                onClick={(event) => handleChoose(event, at)}
                onKeyDown={handleKeyDown}
              >
                <PictureFrame picture={picture} sizes={SMALL_SIZES} ratio="square" decorative />
                <span className="visually-hidden">
                  Show picture {at + 1} of {count}
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
      {isOpen && Dialog !== null && (
        <Dialog title={title} pictures={pictures} index={index} onChoose={setIndex} onClose={handleClose} />
      )}
    </section>
  );
}
