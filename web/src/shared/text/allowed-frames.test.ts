import { expect, it } from 'vitest';
import { withAllowedFrames } from './allowed-frames.ts';

const HOSTS = ['player.vimeo.com', 'docs.google.com'];
const link = (href: string, text: string) => `<p>x <a href="${href}" rel="noopener nofollow">${text}</a></p>`;

it.each([
  ['https://player.vimeo.com/video/1?h=2&amp;t=3', 'Video on vimeo.com'],
  ['https://player.vimeo.com/video/1', 'The bench at 75 (part 2) (vimeo.com)'],
  ['https://docs.google.com/forms/d/e/1/viewform', 'Open on docs.google.com'],
])('shows %s in a frame, as the owner allows its host', (href, text) => {
  const shown = withAllowedFrames(link(href, text), HOSTS);
  expect(shown).toContain(`<iframe src="${href}" title="${text}" sandbox=`);
  expect(shown).not.toContain('<a ');
});

it.each([
  ['https://player.other.example/1', 'Video on other.example'],
  ['https://docs.google.com/document/1', 'Read the order'],
  ['https://docs.google.com/document/1', 'The order (of 2026)'],
  ['https://docs.google.com/document/1', 'Video on vimeo.com'],
  ['https://docs.google.com.evil.example/1', 'Open on docs.google.com'],
])('leaves the link to %s with the text %s', (href, text) => {
  expect(withAllowedFrames(link(href, text), HOSTS)).toBe(link(href, text));
});

it('shows links where the owner allows no host', () => {
  const html = link('https://player.vimeo.com/video/1', 'Video on vimeo.com');
  expect(withAllowedFrames(html, [])).toBe(html);
});

it('ends no attribute by a title with quotation marks', () => {
  const html = link('https://player.vimeo.com/video/1', 'The "bench" (vimeo.com)');
  expect(withAllowedFrames(html, HOSTS)).toContain('title="The &quot;bench&quot; (vimeo.com)"');
});
