import { describe, expect, it } from 'vitest';
import { plainText, readTime, summaryOf, toArticle } from './article.ts';
import { aPicture, aPost } from '../../testing/fake-api.ts';

const article = (attributes: Parameters<typeof aPost>[1]) => toArticle(aPost(1, attributes));

describe('toArticle', () => {
  it('has the author of the post', () => {
    const user = { data: { id: 2, attributes: { first_name: 'Arvind', last_name: 'Rao' } } };
    expect(article({ user })?.author).toEqual({ id: 2, name: 'Arvind Rao' });
    expect(article({})?.author).toBeNull();
  });
  it('takes the video id from a URL and ignores other texts', () => {
    expect(article({ youtube: 'https://youtu.be/dQw4w9WgXcQ?t=3' })?.video).toBe('dQw4w9WgXcQ');
    expect(article({ youtube: 'https://www.youtube.com/live/dQw4w9WgXcQ?si=x' })?.video).toBe('dQw4w9WgXcQ');
    expect(article({ youtube: '"><script>' })?.video).toBeNull();
  });
  it('has all sizes of its picture, smallest first', () => {
    expect(article({ image: aPicture() })?.picture?.srcset).toBe(
      '/uploads/small_court.jpg 500w, /uploads/court.jpg 1200w',
    );
  });
  it('is below the parent of its first category that has an address', () => {
    const parent_category = { data: { id: 9, attributes: { title: 'Law', name: 'Law', slug: 'law' } } };
    const categories = {
      data: [
        { id: 1, attributes: { title: 'Imported', name: 'Imported', slug: null } },
        { id: 2, attributes: { title: 'Tax', name: 'Tax', slug: 'tax', parent_category } },
      ],
    };
    expect(article({ categories })).toMatchObject({ categories: [{ slug: 'tax' }], parent: { slug: 'law' } });
  });
  it('detects Hindi', () => {
    expect(article({ title: 'बेटी का हिस्सा', content: '<p>गाँव की चौपाल</p>' })?.language).toBe('hi');
    expect(article({ title: 'On the word dharma (धर्म)' })?.language).toBeNull();
  });
});

describe('summaryOf', () => {
  it('returns the text of the first paragraph', () => {
    expect(summaryOf('<h2>Head</h2><p>A &amp; <b>B</b></p><p>C</p>')).toBe('A & B');
  });
  it('cuts between words and adds an ellipsis', () => {
    const summary = summaryOf(`<p>${'word '.repeat(100)}</p>`, 24);
    expect(summary).toBe('word word word word…');
  });
  it('does not cut surrogate pairs', () => {
    expect(summaryOf(`<p>${'a'.repeat(11)}${'😀'.repeat(20)}</p>`, 24)).toBe(`${'a'.repeat(11)}…`);
  });
  it('does not decode entities into tags', () => {
    expect(plainText('<p>&lt;b&gt;</p>')).toBe('<b>');
  });
});

describe('readTime', () => {
  const long = article({ content: `<p>${'word '.repeat(900)}</p>` });
  it('is the constant label', () => {
    expect(long && readTime(long, false)).toBe('2 min read');
  });
  it('is computed where the editors have enabled it', () => {
    expect(long && readTime(long, true)).toBe('5 min read');
  });
});
