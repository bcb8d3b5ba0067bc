import { describe, expect, it } from 'vitest';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { aNewsApp, aPost, asRole } from './app-builder.ts';

/** Catalog has stored the picture and published its event, which this process has not consumed. */
const PICTURE = { id: 41, name: 'p.png', url: '/uploads/p.png' };

async function putImage(image: unknown) {
  const { app } = await aNewsApp({ documents: { post: [] }, late: { file: [PICTURE] } });
  const headers = asRole(ROLE.editor);
  const payload = { data: { title: 'Post', slug: 'post' } };
  const { id } = (await app.inject({ method: 'POST', url: '/api/posts', headers, payload })).json().data;
  return app.inject({
    method: 'PUT',
    url: `/api/posts/${id}?populate=image`,
    headers,
    payload: { data: { image } },
  });
}

describe('a picture whose event has not come yet', () => {
  it('may be used by the next write', async () => {
    const response = await putImage(PICTURE.id);
    expect(response.statusCode).toBe(200);
    expect(response.json().data.attributes.image.data.attributes.url).toBe(PICTURE.url);
  });

  it('may be used by a new post', async () => {
    const { app } = await aNewsApp({ late: { file: [PICTURE] } });
    const response = await app.inject({
      method: 'POST',
      url: '/api/posts',
      headers: asRole(ROLE.editor),
      payload: { data: { title: 'Post', slug: 'post', image: [PICTURE.id] } },
    });
    expect(response.statusCode).toBe(200);
  });

  it.each([[42], [[PICTURE.id, 42]]])('is not mistaken for one that does not exist: %j', async (image) => {
    const response = await putImage(image);
    expect(response.statusCode).toBe(400);
    expect(response.json().error.message).toBe(
      '1 relation(s) of type plugin::upload.file associated with this entity do not exist',
    );
  });

  it('is not waited for when a post links nothing unknown', async () => {
    const { app, live } = await aNewsApp({
      documents: { post: [aPost(1)], file: [{ ...PICTURE, id: 1 }] },
      late: { file: [PICTURE] },
    });
    const payload = { data: { image: 1, title: 'New' } };
    await app.inject({ method: 'PUT', url: '/api/posts/1', headers: asRole(ROLE.editor), payload });
    expect(live.model.get('file', PICTURE.id)).toBeUndefined();
  });
});
