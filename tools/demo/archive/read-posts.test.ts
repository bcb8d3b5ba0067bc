import { describe, expect, it } from 'vitest';
import { parsePost } from './read-posts.ts';

const HEAD = {
  title: 'A “colon”: and after',
  date: '2026-11-20T04:15:00Z',
  author: 'meera',
  categories: 'gst, taxation',
  tags: 'refunds',
  newstags: 'GST, refund',
  picture: 'scales-brass',
  views: '12',
  kind: 'case',
};
const aFile = (head: Record<string, string>, body = '<p>Text.</p>\n') =>
  `<!--\n${Object.entries(head)
    .map(([key, value]) => `${key}: ${value}`)
    .join('\n')}\n-->\n${body}`;

describe('parsePost', () => {
  it('reads the head, takes id and slug from the name and closes with the note', () => {
    expect(parsePost('0012-some-slug.html', aFile(HEAD))).toMatchObject({
      id: 12,
      slug: 'some-slug',
      title: HEAD.title,
      date: '2026-11-20T04:15:00.000Z',
      updated: '2026-11-20T04:15:00.000Z',
      categories: ['gst', 'taxation'],
      youtube: null,
      trending: false,
      draft: false,
      language: 'en',
      content: expect.stringMatching(/^<p>Text\.<\/p>\n<p><em>.*fictional.*<\/em><\/p>\n$/),
    });
  });

  it('closes a Hindi post in Hindi', () => {
    expect(parsePost('0012-some-slug.html', aFile({ ...HEAD, lang: 'hi' })).content).toContain('काल्पनिक');
  });

  it.each([
    ['a name without an id', 'some-slug.html', aFile(HEAD), 'some-slug.html: expected a name like'],
    ['a file without a head', '0012-a.html', '<p>Text.</p>', '0012-a.html: expected a comment'],
    [
      'an unknown key',
      '0012-a.html',
      aFile({ ...HEAD, colour: 'red' }),
      'cannot read the line "colour: red"',
    ],
    ['a time that is none', '0012-a.html', aFile({ ...HEAD, date: 'soon' }), 'date is no time'],
    ['an unknown kind', '0012-a.html', aFile({ ...HEAD, kind: 'poem' }), 'has an unknown kind'],
  ])('refuses %s, naming the file', (_what, name, text, message) => {
    expect(() => parsePost(name, text)).toThrow(message);
  });
});
