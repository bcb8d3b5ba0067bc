import { describe, expect, it } from 'vitest';
import { findRemovedElements } from './removed-content.ts';

describe('what is reported as removed from a text', () => {
  it.each([
    [
      '<p>x<img src=" DATA:image/png;base64,iVBORw0KGgo="></p>',
      [{ element: 'img', address: 'data:image/png' }],
    ],
    ['<img src="cid:image001">', [{ element: 'img', address: 'cid:image001' }]],
    ['<img data-src="/uploads/a.png">', [{ element: 'img' }]],
    [
      '<iframe src="https://player.vimeo.com/video/7"></iframe>',
      [{ element: 'iframe', address: 'https://player.vimeo.com/video/7' }],
    ],
    [
      '<iframe src="https://www.youtube.com/embed/live_stream?channel=UCabc"></iframe>',
      [{ element: 'iframe', address: 'https://www.youtube.com/embed/live_stream?channel=UCabc' }],
    ],
    ['<video src="x.mp4"></video>', [{ element: 'video', address: 'x.mp4' }]],
  ])('is in the list of %s', (html, removed) => expect(findRemovedElements(html)).toEqual(removed));

  it.each([
    '<picture><source srcset="/uploads/x.webp"><img src="/uploads/x.png"></picture>',
    '<oembed url="https://youtu.be/dQw4w9WgXcQ"></oembed>',
    '<iframe src="//www.youtube.com/embed/dQw4w9WgXcQ"></iframe>',
    '<a href="www.example.in">x</a><p style="color:red" class="x">y</p>',
  ])('is nothing of %s, which readers see', (html) => expect(findRemovedElements(html)).toEqual([]));
});
