import { describe, expect, it } from 'vitest';
import { withHeadingAnchors } from './article-headings.ts';

describe('withHeadingAnchors', () => {
  it('gives each heading an anchor and a link to it', () => {
    const { html, headings } = withHeadingAnchors(
      '<h2>The <i>facts</i></h2><p>x</p><h3>Held &amp; noted</h3>',
    );
    expect(headings).toEqual([
      { id: 'part-the-facts', text: 'The facts', level: 2 },
      { id: 'part-held-noted', text: 'Held & noted', level: 3 },
    ]);
    expect(html).toContain('<h2 id="part-the-facts">The <i>facts</i> <a class="heading-link"');
    expect(html).toContain('href="#part-the-facts"');
    expect(html).toContain('<p>x</p>');
  });
  it('keeps ids of the editor and makes all of them unique', () => {
    const { html, headings } = withHeadingAnchors(
      '<h2 id="ratio" class="a">One</h2><h2>Two</h2><h2>Two</h2>',
    );
    expect(headings.map(({ id }) => id)).toEqual(['ratio', 'part-two', 'part-two-2']);
    expect(html.match(/id="ratio"/g)).toHaveLength(1);
    expect(html).toContain('<h2 class="a" id="ratio">');
  });
  it('keeps Devanagari vowel signs in ids', () => {
    const { html, headings } = withHeadingAnchors('<h2>याचिका का निर्णय</h2>');
    expect(headings[0]?.id).toBe('part-याचिका-का-निर्णय');
    expect(html).toContain(`href="#${encodeURIComponent('part-याचिका-का-निर्णय')}"`);
  });
  it('leaves empty headings and other text unchanged', () => {
    const html = '<h2> </h2><h1>Title</h1><p>h2</p>';
    expect(withHeadingAnchors(html)).toEqual({ html, headings: [] });
  });
});
