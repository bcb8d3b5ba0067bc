import { describe, expect, it } from 'vitest';
import { defineCollection } from '@vidhi/collections/declaration.ts';
import { fileCollection } from '@vidhi/collections/catalog/file.ts';
import { createReadModel, respondList } from '../index.ts';
import { validateWrite } from './validate-write.ts';

const article = defineCollection({
  name: 'article',
  plural: 'articles',
  uid: 'api::article.article',
  kind: 'collection',
  owner: 'news',
  draftAndPublish: false,
  timestamps: false,
  attributes: {
    image: { type: 'media' },
    order: { type: 'media', accepts: 'documents', absentIfNull: true },
  },
});

function aModel() {
  const model = createReadModel([fileCollection, article]);
  model.upsert('file', { id: 1, name: 'court.png', mime: 'image/png' });
  model.upsert('file', { id: 2, name: 'order.pdf', mime: 'application/pdf' });
  return model;
}

describe('a file that a write links to', () => {
  it.each([
    [{ image: 1, order: 2 }],
    [{ image: { id: 1 }, order: '2' }],
    [{ image: null, order: null }],
    [{ order: { set: [2] } }],
  ])('is of the kind that the attribute accepts: %o', (data) => {
    expect(() => validateWrite(aModel(), 'article', data, 'create')).not.toThrow();
  });

  it.each([
    [{ order: 1 }, 'order must be a PDF document'],
    [{ order: { id: 1 } }, 'order must be a PDF document'],
    [{ image: 2 }, 'image must be a picture, not a document'],
    [{ image: [2] }, 'image must be a picture, not a document'],
    [{ order: 3 }, '1 relation(s) of type plugin::upload.file associated with this entity do not exist'],
  ])('is rejected otherwise: %o', (data, message) => {
    expect(() => validateWrite(aModel(), 'article', data, 'create')).toThrow(message);
  });
});

it('a linked file that is absent where there is none is absent where it is populated, too', () => {
  const model = aModel();
  model.upsert('article', { id: 1, image: null, order: null });
  model.upsert('article', { id: 2, image: 1, order: 2 });
  const list = (raw: string) =>
    (
      JSON.parse(respondList(model, 'article', raw, 'public').toString()) as {
        data: { attributes: object }[];
      }
    ).data.map(({ attributes }) => attributes);
  for (const raw of ['populate=*', 'populate[image][fields]=name&populate[order][fields]=name'])
    expect(list(raw)).toEqual([
      { image: { data: null } },
      {
        image: { data: { id: 1, attributes: expect.objectContaining({ name: 'court.png' }) } },
        order: { data: { id: 2, attributes: expect.objectContaining({ name: 'order.pdf' }) } },
      },
    ]);
  expect(list('populate=order')).toEqual([{}, { order: expect.anything() }]);
  model.close();
});
