import italic from '../shared/fonts/newsreader-italic.woff2?url';

/**
 * The italics of Newsreader, which no page needs before its first words: fetched where a page has some, once
 * its scripts run. What they do not draw, the device's own italics do.
 */
export function addLateFonts(): void {
  const face = new FontFace('Newsreader', `url(${italic}) format('woff2')`, {
    style: 'italic',
    weight: '400 700',
    display: 'swap',
  });
  document.fonts.add(face);
}
