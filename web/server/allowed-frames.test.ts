import { expect, it } from 'vitest';
import { aPost } from '../src/testing/fake-api.ts';
import { requestPage } from './page-request-builder.ts';

const LINK = '<a href="https://player.vimeo.com/video/1" rel="noopener nofollow">Video on vimeo.com</a>';
const posts = [aPost(1, { content: `<p>First.</p><p>Second.</p>${LINK}<p>Third.</p>` })];

it('an article shows what another site has in a frame where the owner allows its host', async () => {
  const { body } = await requestPage('/gst/report-1', {
    posts,
    options: { frame_hosts: 'player.vimeo.com' },
  });
  expect(body).toContain(
    '<iframe src="https://player.vimeo.com/video/1" title="Video on vimeo.com" sandbox=',
  );
});

it('an article links to what another site has in a frame elsewhere', async () => {
  const { body } = await requestPage('/gst/report-1', { posts });
  expect(body).toContain(LINK);
});
