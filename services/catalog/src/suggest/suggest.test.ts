import { beforeEach, describe, expect, it } from 'vitest';
import { aBook, aCatalog, aProfile, type CatalogUnderTest } from '../catalog-builder.ts';
import { neutralRecords } from '../neutral-order/neutral-order.ts';

let catalog: CatalogUnderTest;

beforeEach(async () => {
  catalog = await aCatalog({
    book: [
      aBook(1, { Title: 'The GST Act' }),
      aBook(2, { Title: 'GST for traders' }),
      aBook(3, { Title: 'Gst in practice' }),
      aBook(4, { Title: 'On gst' }),
      aBook(5, { Title: 'Bail' }),
    ],
    lawyer: [
      ...[1, 2, 3, 4, 5].map((id) => aProfile(id, { Title: `Adv. Rao ${id}`, Identifier: 'SECRET' })),
      aProfile(6, { Title: 'Rao & Sons', SubCategory2: '1' }),
      aProfile(7, { Title: 'विधि सेवा', SubCategory2: '1' }),
    ],
  });
});

const offered = async (q: string) => (await catalog.app.inject({ url: `/api/suggest?q=${q}` })).json().data;

describe('suggestions of the catalogue', () => {
  it('return books that begin with the text first, newest first', async () => {
    expect((await offered('gst')).books).toEqual([
      { id: 3, label: 'Gst in practice', slug: 'gst-in-practice' },
      { id: 2, label: 'GST for traders', slug: 'gst-for-traders' },
      { id: 4, label: 'On gst', slug: 'on-gst' },
    ]);
  });

  it.each([
    ['act gst', ['The GST Act']],
    ['practice gst', ['Gst in practice']],
    ['“GST Act”', ['The GST Act']],
  ])('find all words of %s in any order', async (typed, titles) => {
    const { books } = await offered(encodeURIComponent(typed));
    expect(books.map(({ label }: { label: string }) => label)).toEqual(titles);
  });

  it('return lawyers and firms separately, in the neutral order', async () => {
    const { lawyers, firms } = await offered('rao');
    const order = neutralRecords(catalog.live.model).documents.map(({ id }) => id);
    expect(lawyers.map(({ id }: { id: number }) => id)).toEqual(order.filter((id) => id < 6).slice(0, 3));
    expect(firms).toEqual([{ id: 6, label: 'Rao & Sons', slug: 'rao-sons' }]);
    expect((await offered(encodeURIComponent('सेवा'))).firms).toEqual([
      { id: 7, label: 'विधि सेवा', slug: 'विधि-सेवा' },
    ]);
  });

  it('follow changes, and never match member-only attributes', async () => {
    catalog.live.put('book', aBook(5, { Title: 'GST and bail' }), 2);
    expect((await offered('gst%20and')).books).toHaveLength(1);
    catalog.live.remove('book', 5, 3);
    expect((await offered('gst%20and')).books).toEqual([]);
    expect(await offered('secret')).toEqual({ books: [], lawyers: [], firms: [] });
  });

  it.each(['', '%20', 'a&q=b', '%00', '%25_'])('are empty for %j', async (q) => {
    expect(await offered(q)).toEqual({ books: [], lawyers: [], firms: [] });
  });
});
