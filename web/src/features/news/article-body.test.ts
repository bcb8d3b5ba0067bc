import { describe, expect, it } from 'vitest';
import { splitAfterParagraph, withScrollingTables } from './article-body.ts';

const paragraphs = (count: number) =>
  Array.from({ length: count }, (_, index) => `<p>${index + 1}</p>`).join('');

describe('splitAfterParagraph', () => {
  it('cuts after the third of four', () => {
    expect(splitAfterParagraph(paragraphs(4), 3)).toEqual(['<p>1</p><p>2</p><p>3</p>', '<p>4</p>']);
  });
  it('leaves three paragraphs whole', () => {
    expect(splitAfterParagraph(paragraphs(3), 3)).toEqual([paragraphs(3)]);
  });
  it('never cuts inside a quotation, a list or a table', () => {
    const quoted = `<p>1</p><blockquote><p>a</p><p>b</p><p>c</p></blockquote><ul><li><p>d</p></li></ul><p>2</p><p>3</p><p>4</p>`;
    const [first, rest] = splitAfterParagraph(quoted, 3);
    expect(first.endsWith('<p>3</p>')).toBe(true);
    expect(rest).toBe('<p>4</p>');
  });
  it('reads attributes and capitals', () => {
    const html = '<P class="x">1</P><p>2</p>\n<p lang="hi">3</p><p>4</p>';
    expect(splitAfterParagraph(html, 3)[1]).toBe('<p>4</p>');
  });
  it('leaves plain text alone', () => {
    expect(splitAfterParagraph('no markup', 3)).toEqual(['no markup']);
  });
});

describe('withScrollingTables', () => {
  it('gives each table a scroller that a keyboard reaches', () => {
    const html = withScrollingTables('<p>x</p><table class="a"><tr><td>1</td></tr></table>');
    expect(html).toContain('tabindex="0"><table class="a">');
    expect(html).toContain('</table></div>');
  });
});
