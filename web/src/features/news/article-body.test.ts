import { describe, expect, it } from 'vitest';
import { splitAfterParagraph, splitStandfirst } from './article-body.ts';

const paragraphs = (count: number) =>
  Array.from({ length: count }, (_, index) => `<p>${index + 1}</p>`).join('');

describe('splitAfterParagraph', () => {
  it('splits after the third of four paragraphs', () => {
    expect(splitAfterParagraph(paragraphs(4), 3)).toEqual(['<p>1</p><p>2</p><p>3</p>', '<p>4</p>']);
  });
  it('does not split three paragraphs', () => {
    expect(splitAfterParagraph(paragraphs(3), 3)).toEqual([paragraphs(3)]);
  });
  it('never splits inside a quotation, a list or a table', () => {
    const quoted = `<p>1</p><blockquote><p>a</p><p>b</p><p>c</p></blockquote><ul><li><p>d</p></li></ul><p>2</p><p>3</p><p>4</p>`;
    const [first, rest] = splitAfterParagraph(quoted, 3);
    expect(first.endsWith('<p>3</p>')).toBe(true);
    expect(rest).toBe('<p>4</p>');
  });
  it('accepts attributes and upper-case tags', () => {
    const html = '<P class="x">1</P><p>2</p>\n<p lang="hi">3</p><p>4</p>';
    expect(splitAfterParagraph(html, 3)[1]).toBe('<p>4</p>');
  });
  it('splits inside wrappers of the whole text', () => {
    const wrapped = `<div class="text"><section>${paragraphs(4)}</section></div>`;
    expect(splitAfterParagraph(wrapped, 3)).toEqual(['<p>1</p><p>2</p><p>3</p>', '<p>4</p>']);
  });
  it('repeats wrappers with language or direction around both parts', () => {
    const wrapped = `<div><div lang="ur" dir="rtl">${paragraphs(4)}</div></div>`;
    expect(splitAfterParagraph(wrapped, 3)).toEqual([
      '<div lang="ur" dir="rtl"><p>1</p><p>2</p><p>3</p></div>',
      '<div lang="ur" dir="rtl"><p>4</p></div>',
    ]);
  });
  it('does not split side-by-side sections', () => {
    const parts = `<div>${paragraphs(4)}</div><div>${paragraphs(4)}</div>`;
    expect(splitAfterParagraph(parts, 3)).toEqual([parts]);
  });
  it('does not split three wrapped paragraphs', () => {
    const wrapped = `<div>${paragraphs(3)}</div>`;
    expect(splitAfterParagraph(wrapped, 3)).toEqual([wrapped]);
  });
  it('does not split plain text', () => {
    expect(splitAfterParagraph('no markup', 3)).toEqual(['no markup']);
  });
});

describe('splitStandfirst', () => {
  it('splits a short first paragraph from the text after it', () => {
    expect(splitStandfirst('<p class="x">A <b>short</b> one.</p>\n<p>More.</p><p>End.</p>')).toEqual([
      '<p class="x">A <b>short</b> one.</p>\n',
      '<p>More.</p><p>End.</p>',
    ]);
  });
  it.each([
    ['a long one', `<p>${'word '.repeat(80)}</p><p>More.</p>`],
    ['an only one', '<p>All there is.</p>'],
    ['an empty one', '<p> &nbsp; </p><p>More.</p>'],
    ['a heading', '<h2>First</h2><p>Then.</p>'],
  ])('leaves the text as it is for %s', (_name, html) => {
    expect(splitStandfirst(html)).toEqual(['', html]);
  });
});
