// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { applyHead, headTags, renderHead, scriptText } from './head.ts';
import { aSite } from '../../testing/site.ts';

const head = {
  title: 'A </title><script>alert(1)</script> & "B"',
  description: 'Says "so"',
  canonical: '/gst/a',
  jsonLd: [{ '@type': 'NewsArticle', headline: '</script><script>alert(1)</script>' }],
};

describe('renderHead', () => {
  it('escapes text and attributes', () => {
    const html = renderHead(headTags(head, aSite()));
    document.head.innerHTML = html;
    expect(document.title).toBe(head.title);
    expect([...document.querySelectorAll('script')].map(({ type }) => type)).toEqual(['application/ld+json']);
    expect(document.querySelector('meta[name=description]')?.getAttribute('content')).toBe(head.description);
  });
});

describe('applyHead', () => {
  it('leaves exactly one title, description and canonical after a navigation', () => {
    document.head.innerHTML = `<meta charset="utf-8">${renderHead(headTags(head, aSite()))}`;
    applyHead(document, headTags({ ...head, title: 'Next', canonical: '/gst/b' }, aSite()));
    expect(document.querySelectorAll('title')).toHaveLength(1);
    expect(document.querySelectorAll('meta[name=description]')).toHaveLength(1);
    expect(document.querySelectorAll('link[rel=canonical]')).toHaveLength(1);
    expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(
      'https://vidhi.example/gst/b',
    );
    expect(document.querySelector('meta[charset]')).not.toBeNull();
  });
});

describe('scriptText', () => {
  it('escapes characters that could close the element and keeps the value', () => {
    const value = { text: '</script><!--\u2028' };
    expect(scriptText(value)).not.toMatch(/<|\u2028/);
    expect(JSON.parse(scriptText(value))).toEqual(value);
  });
});
