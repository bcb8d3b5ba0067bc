import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMetrics } from '@vidhi/service-kit/metrics.ts';
import { createServiceApp } from '@vidhi/service-kit/service-app.ts';
import { aNewsApp } from '../app-builder.ts';
import { createVariantBodies, type VariantBodies } from './variant-bodies.ts';
import { pictureVariantRoutes } from './picture-variant-routes.ts';

let app: FastifyInstance;
let known: VariantBodies;
beforeEach(async () => {
  known = createVariantBodies();
  app = await createServiceApp({ name: 'news', logLevel: false, metrics: createMetrics('news') });
  await app.register(pictureVariantRoutes, { prefix: '/api', variants: known });
});
afterEach(async () => app.close());

const variants = (color: string) => ({
  placeholder: 'data:image/webp;base64,AA==',
  color,
  sources: { avif: [], webp: [{ width: 2, height: 1, url: '/uploads/variants/a-2.webp' }], jpeg: [] },
});
const aFile = (id: number, values: object = {}) => ({
  id,
  name: `${id}.png`,
  url: `/uploads/${id}.png`,
  ...values,
});

async function request(query: string) {
  const response = await app.inject(`/api/picture-variants${query}`);
  return { status: response.statusCode, body: response.json() as unknown, headers: response.headers };
}

describe('GET /api/picture-variants', () => {
  it('returns the variants of the requested pictures by id', async () => {
    known.note(1, aFile(1, { variants: variants('#111111') }));
    known.note(2, aFile(2, { variants: null }));
    known.note(3, aFile(3, { variants: { placeholder: 'half' } }));
    known.note(12, aFile(12, { variants: variants('#121212') }));
    const { status, body, headers } = await request('?ids=12,3,2,1,12,99');
    expect(status).toBe(200);
    expect(body).toEqual({ data: { 1: variants('#111111'), 12: variants('#121212') } });
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it('follows changed and removed pictures', async () => {
    known.note(1, aFile(1, { variants: variants('#111111') }));
    known.note(2, aFile(2));
    known.note(3, aFile(3, { variants: variants('#333333') }));
    known.note(1, null);
    known.note(2, aFile(2, { variants: variants('#222222') }));
    known.note(3, aFile(3, { variants: null }));
    expect((await request('?ids=1,2,3')).body).toEqual({ data: { 2: variants('#222222') } });
  });

  it('does not change responses of the content API', async () => {
    const news = await aNewsApp({
      documents: {
        'site-ad': [{ id: 1, title: 'Ad', type: 'Side Bar', image: 1 }],
        file: [aFile(1, { variants: variants('#111111') })],
      },
    });
    const { payload } = await news.app.inject('/api/site-ads?populate=*');
    await news.app.close();
    expect(payload).toContain('/uploads/1.png');
    expect(payload).not.toMatch(/variants|placeholder/);
  });

  const tooMany = Array.from({ length: 151 }, (_, at) => at + 1).join(',');
  it.each([
    '',
    '?ids=',
    '?ids=0',
    '?ids=1,',
    '?ids=1,x',
    '?ids=-1',
    '?ids=1&ids=2',
    '?ids[]=1',
    `?ids=${tooMany}`,
  ])('refuses %s', async (query) => {
    const { status, body } = await request(query);
    expect(status).toBe(400);
    expect(body).toMatchObject({ data: null, error: { name: 'ValidationError' } });
  });

  it('accepts 150 ids', async () => {
    expect(await request(`?ids=${tooMany.slice(0, -4)}`)).toMatchObject({ status: 200, body: { data: {} } });
  });
});
