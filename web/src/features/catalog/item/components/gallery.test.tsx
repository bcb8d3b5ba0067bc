// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Picture } from '#shared/picture/picture.ts';
import { Gallery } from './gallery.tsx';

const picture = (name: string): Picture => ({
  url: `/uploads/${name}.jpg`,
  width: 600,
  height: 800,
  alt: name,
});
const show = (...names: string[]) =>
  render(<Gallery title="The Working Code" pictures={names.map(picture)} />);
const thumbnail = (number: number) =>
  screen.getByRole('link', { name: new RegExp(`^Show picture ${number} `) });
const large = () => screen.getByRole('link', { name: /Enlarge picture/ });

// jsdom has no modal dialogs.
beforeEach(() => {
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
    },
  });
});
afterEach(cleanup);

describe('Gallery', () => {
  it('links the files of its pictures', () => {
    show('cover', 'back');
    expect([large(), thumbnail(1), thumbnail(2)].map((link) => link.getAttribute('href'))).toEqual([
      '/uploads/cover.jpg',
      '/uploads/cover.jpg',
      '/uploads/back.jpg',
    ]);
  });

  it('selects the picture of a thumbnail', () => {
    show('cover', 'back');
    fireEvent.click(thumbnail(2));
    expect(large().getAttribute('href')).toBe('/uploads/back.jpg');
    expect(thumbnail(2).getAttribute('aria-current')).toBe('true');
    expect(thumbnail(1).getAttribute('aria-current')).toBeNull();
  });

  it('selects by arrow keys and moves the focus among the thumbnails', () => {
    show('cover', 'back', 'spine');
    thumbnail(1).focus();
    fireEvent.keyDown(thumbnail(1), { key: 'ArrowLeft' });
    expect(large().getAttribute('href')).toBe('/uploads/spine.jpg');
    expect(document.activeElement).toBe(thumbnail(3));
  });

  it('opens the selected picture in a dialog and returns the focus after closing it', async () => {
    show('cover', 'back');
    fireEvent.click(thumbnail(2));
    fireEvent.click(large());
    expect((await screen.findByRole('dialog')).textContent).toContain('Picture 2 of 2');
    fireEvent.click(screen.getByRole('button', { name: 'Next picture' }));
    expect(screen.getByRole('dialog').textContent).toContain('Picture 1 of 2');
    fireEvent.click(screen.getByRole('button', { name: 'Close the pictures' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(large());
  });

  it('has no thumbnails for a single picture', () => {
    show('cover');
    expect(screen.getAllByRole('link')).toEqual([large()]);
  });
});
