import { describe, expect, it } from 'vitest';
import { newsCollections } from '@vidhi/content-engine/testing.ts';
import type { Collection } from '@vidhi/content-engine';
import { findWriteNotes, withWriteNotes } from './write-notes.ts';

const [declared] = newsCollections.filter(({ name }) => name === 'post');
if (declared === undefined) throw new Error('no collection of posts');
const posts: Collection = {
  ...declared,
  attributes: { ...declared.attributes, content: { type: 'text', html: true } },
};
const blockedIn = (content: string, shown: readonly string[] = []) =>
  findWriteNotes(posts, { content }, (address) => address.startsWith('/') || shown.includes(address)).blocked;
const removedFrom = (content: string) => findWriteNotes(posts, { content }).removed;

const NONE = { ignored: [], removed: [], blocked: [] };

describe('the notes of a write', () => {
  it.each([
    [
      '<p><img src="data:image/png;base64,iVBORw0KGgo=" alt="seal"></p>',
      [{ element: 'img', address: 'data:image/png' }],
    ],
    [
      '<iframe src="https://player.vimeo.com/video/1"></iframe>',
      [{ element: 'iframe', address: 'https://player.vimeo.com/video/1' }],
    ],
    [
      '<script src="https://x.example/a.js"></script>',
      [{ element: 'script', address: 'https://x.example/a.js' }],
    ],
    ['<p><a href="javascript:alert(1)">x</a></p>', [{ element: 'a', address: 'javascript:alert(1)' }]],
    [
      '<video><source src="/a.mp4"></video><form><input></form>',
      [{ element: 'video' }, { element: 'form' }, { element: 'input' }],
    ],
  ])('name what the sanitizer removes from %s', (content, removed) => {
    expect(removedFrom(content)).toEqual(removed.map((one) => ({ attribute: 'content', ...one })));
  });

  it.each([
    'plain text, 5 < 6',
    '<p style="color:red" class="x"><span>Text</span> <b>bold</b> <font color="red">red</font></p>',
    '<p><a href="www.example.in">x</a> <img src="/uploads/a.jpg" alt=""></p>',
    '<figure class="media"><oembed url="https://youtu.be/dQw4w9WgXcQ"></oembed></figure>',
    '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ?rel=0"></iframe>',
    '<p>Held.<a href="#_ftn1" name="_ftnref1">[1]</a></p><p><a href="#_ftnref1" name="_ftn1">[1]</a></p>',
  ])('are empty where nothing that readers miss is removed: %s', (content) =>
    expect(removedFrom(content)).toEqual([]),
  );

  it('tell two equal pictures of which one is removed from none', () => {
    const data = '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">';
    expect(removedFrom(`${data}<img src="/uploads/a.jpg">${data}`)).toHaveLength(2);
  });

  it('name the pictures that are stored and that readers will not see, each once', () => {
    const picture = '<img src="https://cdn.other.example/a.jpg" alt="">';
    const content = `<p>${picture}</p>${picture}<img src="/uploads/b.jpg"><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">`;
    const address = 'https://cdn.other.example/a.jpg';
    expect(blockedIn(content)).toEqual([{ attribute: 'content', address }]);
    expect(blockedIn(content, [address])).toEqual([]);
    expect(findWriteNotes(posts, { content }).blocked).toEqual([]);
  });

  it('are added to the end of a response, and only where there are some', () => {
    const body = Buffer.from('{"data":{"id":1,"attributes":{"title":"\\"meta\\":{}}"}},"meta":{}}');
    expect(withWriteNotes(body, NONE)).toBe(body);
    expect(JSON.parse(withWriteNotes(body, { ...NONE, ignored: ['tilte'] }).toString())).toEqual({
      data: { id: 1, attributes: { title: '"meta":{}}' } },
      meta: { ignored: ['tilte'] },
    });
  });
});
