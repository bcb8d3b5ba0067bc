import { describe, expect, it } from 'vitest';
import { parseYoutube, youtubePlayer } from './youtube.ts';

const ID = 'dQw4w9WgXcQ';
const of = (text: string) => parseYoutube(text);

describe('parseYoutube', () => {
  it.each([
    ID,
    ` ${ID} `,
    `https://www.youtube.com/watch?v=${ID}`,
    `https://www.youtube.com/watch?feature=share&v=${ID}`,
    `https://www.youtube.com/watch?feature=share&amp;v=${ID}`,
    `https://m.youtube.com/watch?v=${ID}`,
    `http://youtube.com/watch?v=${ID}`,
    `https://youtu.be/${ID}?si=abc`,
    `https://www.youtube.com/live/${ID}?si=x`,
    `https://www.youtube.com/shorts/${ID}`,
    `https://www.youtube.com/embed/${ID}`,
    `https://www.youtube-nocookie.com/embed/${ID}?rel=0`,
    `//www.youtube.com/embed/${ID}`,
    `www.youtube.com/watch?v=${ID}`,
    `youtu.be/${ID}`,
    `<iframe width="560" src="https://www.youtube.com/embed/${ID}" title="x"></iframe>`,
    `Watch https://youtu.be/${ID} now`,
  ])('finds the video of %s', (text) => expect(of(text)).toEqual({ video: ID, list: null, start: null }));

  it.each([
    [`https://youtu.be/${ID}?t=3`, 3],
    [`https://youtu.be/${ID}?t=1m30s`, 90],
    [`https://www.youtube.com/embed/${ID}?start=90`, 90],
    [`https://www.youtube.com/watch?v=${ID}&t=1h2m3s`, 3723],
    [`https://www.youtube.com/watch?v=${ID}#t=90`, 90],
    [`https://youtu.be/${ID}?t=soon`, null],
    [`https://youtu.be/${ID}?t=0`, null],
  ])('reads where %s starts', (text, start) => expect(of(text)).toEqual({ video: ID, list: null, start }));

  it.each([
    ['https://www.youtube.com/embed/videoseries?list=PLabc', null],
    ['https://www.youtube.com/playlist?list=PLabc', null],
    [`https://www.youtube.com/watch?v=${ID}&list=PLabc`, ID],
  ])('finds the playlist of %s', (text, video) =>
    expect(of(text)).toEqual({ video, list: 'PLabc', start: null }),
  );

  it.each([
    '',
    'a short text',
    '"><script>',
    'https://vimeo.com/12345678901',
    `https://evil.example/embed/${ID}`,
    `https://www.youtube.com.evil.example/embed/${ID}`,
    `https://evil.example/?u=${ID}`,
    `https://notyoutube.com/watch?v=${ID}`,
    'https://www.youtube.com/@channel',
    'https://www.youtube.com/embed/videoseries',
    'https://www.youtube.com/embed/live_stream?channel=UCabcdefghijklmnopqrstuv',
    'https://www.youtube.com/watch?v=short',
    'https://www.youtube.com/embed/videoseries?list="onload=x',
  ])('finds nothing in %j', (text) => expect(of(text)).toBeNull());
});

describe('youtubePlayer', () => {
  it.each([
    [{ video: ID, list: null, start: null }, `https://www.youtube-nocookie.com/embed/${ID}`],
    [{ video: ID, list: null, start: 90 }, `https://www.youtube-nocookie.com/embed/${ID}?start=90`],
    [
      { video: null, list: 'PLabc', start: null },
      'https://www.youtube-nocookie.com/embed/videoseries?list=PLabc',
    ],
  ])('is the player of %o', (target, address) => expect(youtubePlayer(target)).toBe(address));
});
