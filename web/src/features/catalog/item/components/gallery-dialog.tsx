import { useEffect, useRef } from 'react';
import type { Picture } from '#shared/picture/picture.ts';
import { ArrowIcon, Icon } from '#shared/ui/icons.tsx';
import { PictureFrame } from '#shared/ui/picture-frame.tsx';
import { stepOf } from '../gallery-steps.ts';
import * as styles from '../item.module.css';

export interface GalleryDialogProps {
  title: string;
  pictures: readonly Picture[];
  index: number;
  onChoose: (index: number) => void;
  onClose: () => void;
}

/** The pictures in a modal `<dialog>`; the browser handles Escape and keeps the focus inside. */
export function GalleryDialog({ title, pictures, index, onChoose, onClose }: GalleryDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const count = pictures.length;
  const shown = pictures[index];
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  useEffect(() => {
    const element = dialog.current;
    const handleKeyDown = (event: KeyboardEvent) => {
      const step = stepOf(event.key, index, count);
      if (step === null || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      onChoose(step);
    };
    element?.addEventListener('keydown', handleKeyDown);
    return () => element?.removeEventListener('keydown', handleKeyDown);
  }, [index, count, onChoose]);
  if (shown === undefined) return null;
  const step = (by: number) => onChoose((index + count + by) % count);
  return (
    <dialog
      ref={dialog}
      className={styles.galleryDialog}
      aria-label={`Pictures of ${title}`}
      onClose={onClose}
    >
      <div className={styles.galleryDialogBar}>
        <output>
          Picture {index + 1} of {count}
        </output>
        <button className="icon-button" type="button" onClick={onClose}>
          <Icon>
            <path d="m6 6 12 12M18 6 6 18" />
          </Icon>
          <span className="visually-hidden">Close the pictures</span>
        </button>
      </div>
      <div className={styles.galleryDialogPicture}>
        <PictureFrame key={shown.url} picture={shown} sizes="100vw" ratio="own" />
      </div>
      {count > 1 && (
        <div className={styles.galleryDialogSteps}>
          <button className="icon-button" type="button" onClick={() => step(-1)}>
            <ArrowIcon direction="left" />
            <span className="visually-hidden">Previous picture</span>
          </button>
          <button className="icon-button" type="button" onClick={() => step(1)}>
            <ArrowIcon direction="right" />
            <span className="visually-hidden">Next picture</span>
          </button>
        </div>
      )}
    </dialog>
  );
}
