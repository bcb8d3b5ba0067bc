// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PageLinks } from './page-links.tsx';
import { PictureFrame } from './picture-frame.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { VideoFacade } from './video-facade.tsx';

afterEach(cleanup);

describe('PageLinks', () => {
  const show = (page: number, pageCount: number) =>
    render(
      <MemoryRouter>
        <PageLinks page={page} pageCount={pageCount} pathOf={(number) => `/news/gst?page=${number}`} />
      </MemoryRouter>,
    );
  const names = () =>
    screen.getAllByRole('link').map((link) => link.getAttribute('aria-label') ?? link.textContent?.trim());

  it('links three pages, the previous and the next', () => {
    show(3, 9);
    expect(names()).toEqual(['Previous', 'Page 2', 'Page 3', 'Page 4', 'Next']);
    expect(screen.getByRole('link', { name: 'Next' }).getAttribute('href')).toBe('/news/gst?page=4');
    expect(screen.getByRole('link', { name: 'Page 3' }).getAttribute('aria-current')).toBe('page');
  });
  it('has no previous page on the first and no next page on the last', () => {
    show(1, 2);
    expect(names()).toEqual(['Page 1', 'Page 2', 'Next']);
    cleanup();
    show(2, 2);
    expect(names()).toEqual(['Previous', 'Page 1', 'Page 2']);
  });
  it('links the last page from beyond it', () => {
    show(4, 1);
    expect(names()).toEqual(['Previous', 'Page 1']);
    expect(screen.getByRole('link', { name: 'Previous' }).getAttribute('href')).toBe('/news/gst?page=1');
    expect(screen.queryByText(/Page 4 of/)).toBeNull();
  });
  it('is left out for a single page', () => {
    show(1, 1);
    expect(screen.queryByRole('navigation')).toBeNull();
  });
});

describe('PictureFrame', () => {
  const picture = {
    url: '/uploads/a.jpg',
    width: 1200,
    height: 800,
    alt: 'A court',
    srcset: '/s.jpg 500w, /a.jpg 1200w',
  };
  const frame = () => screen.getByRole('img').closest<HTMLElement>('.picture');

  it('shows a title in place of a picture that cannot be loaded', () => {
    const { container } = render(
      <PictureFrame picture={picture} sizes="50vw" decorative title="Bail granted" />,
    );
    expect(container.textContent).toBe('');
    fireEvent.error(container.querySelector('picture img') as Element);
    expect(container.textContent).toBe('Bail granted');
  });
  it('shows the title of a video whose thumbnail cannot be loaded', () => {
    const { container } = render(<VideoFacade id="aaaaaaaaaaa" title="The hearing" sizes="50vw" />);
    fireEvent.error(container.querySelector('picture img') as Element);
    expect(container.textContent).toBe('The hearing');
  });
  it('has size, srcset and alternative text', () => {
    render(<PictureFrame picture={picture} sizes="100vw" />);
    const image = screen.getByRole('img', { name: 'A court' });
    expect(image.getAttribute('width')).toBe('1200');
    expect(image.getAttribute('srcset')).toBe(picture.srcset);
    expect(image.getAttribute('loading')).toBe('lazy');
  });
  it('keeps its space when the picture fails to load', () => {
    render(<PictureFrame picture={picture} sizes="100vw" />);
    act(() => void fireEvent.error(screen.getByRole('img')));
    expect(frame()?.dataset['loading']).toBe('failed');
  });
  it('has sources for its variants, smallest format first, over a placeholder', () => {
    const files = {
      placeholder: 'data:image/webp;base64,AA==',
      avif: '/v/a-360.avif 360w, /v/b-640.avif 640w',
      webp: '/v/a-360.webp 360w',
      jpeg: '/v/b-640.jpg',
    };
    const { container } = render(<PictureFrame picture={{ ...picture, files }} sizes="50vw" />);
    const sources = [...container.querySelectorAll('source')];
    expect(sources.map((source) => [source.type, source.srcset, source.sizes])).toEqual([
      ['image/avif', files.avif, '50vw'],
      ['image/webp', files.webp, '50vw'],
    ]);
    const image = screen.getByRole('img', { name: 'A court' });
    expect([image.getAttribute('src'), image.getAttribute('srcset')]).toEqual([files.jpeg, null]);
    expect([image.getAttribute('width'), image.getAttribute('height')]).toEqual(['1200', '800']);
    expect(container.querySelector('.picture__placeholder')?.getAttribute('src')).toBe(files.placeholder);
  });
  it('has the sizes of the content API while it has no variants', () => {
    const { container } = render(<PictureFrame picture={picture} sizes="50vw" />);
    expect(container.querySelectorAll('source, .picture__placeholder').length).toBe(0);
  });
});

describe('VideoFacade', () => {
  it('is a link to the video and after a click the player of the no-cookie host', () => {
    render(<VideoFacade id="dQw4w9WgXcQ" title="A hearing" sizes="100vw" />);
    const link = screen.getByRole('link', { name: 'Play the video: A hearing' });
    expect(link.getAttribute('href')).toBe('https://www.youtube.com/watch?v=dQw4w9WgXcQ');
    fireEvent.click(link);
    expect(screen.getByTitle('A hearing').getAttribute('src')).toMatch(
      /^https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ\?/,
    );
  });
});

describe('ThemeSwitch', () => {
  beforeEach(() => localStorage.clear());
  it('switches to the next colours and saves them', () => {
    render(<ThemeSwitch />);
    const button = screen.getByRole('button');
    fireEvent.click(button);
    expect(document.documentElement.dataset['theme']).toBe('light');
    fireEvent.click(button);
    expect([document.documentElement.dataset['theme'], localStorage.getItem('vidhi.theme')]).toEqual([
      'dark',
      'dark',
    ]);
    fireEvent.click(button);
    expect([document.documentElement.dataset['theme'], localStorage.getItem('vidhi.theme')]).toEqual([
      undefined,
      null,
    ]);
  });
});
