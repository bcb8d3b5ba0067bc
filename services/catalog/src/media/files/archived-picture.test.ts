import { describe, expect, it } from 'vitest';
import { addressesOf, readArchivedPicture } from './archived-picture.ts';
import { anArchivedPicture } from './picture-builder.ts';

const format = { hash: 'small_court_0123456789', ext: '.png', url: '/uploads/small_court_0123456789.png' };
const withFormats = (formats: unknown) => anArchivedPicture({ formats });

describe('readArchivedPicture', () => {
  it('keeps the attributes of the archive and returns the storage key of each file', () => {
    const read = readArchivedPicture(anArchivedPicture());
    expect(read).toEqual({
      item: anArchivedPicture(),
      addresses: new Map([
        ['original', 'court_0123456789.png'],
        ['thumbnail', 'thumbnail_court_0123456789.png'],
      ]),
    });
  });

  it('rewrites URLs of another storage provider to local ones', () => {
    const read = readArchivedPicture(
      anArchivedPicture({
        url: 'https://bucket.s3.example/court_0123456789.png',
        provider: 'aws-s3',
        provider_metadata: { key: 'x' },
        formats: { small: { ...format, url: 'https://bucket.s3.example/small.png' } },
      }),
    );
    expect(read).toMatchObject({
      item: {
        url: '/uploads/court_0123456789.png',
        provider: 'local',
        provider_metadata: null,
        formats: { small: { url: '/uploads/small_court_0123456789.png' } },
      },
    });
  });

  it('reads a document, which has neither formats nor a size in pixels', () => {
    const document = anArchivedPicture({
      hash: 'order_1',
      ext: '.pdf',
      mime: 'text/html',
      url: '/uploads/order_1.pdf',
    });
    expect(readArchivedPicture(document)).toMatchObject({
      item: { ext: '.pdf', mime: 'application/pdf', formats: null, width: null, height: null },
      addresses: new Map([['original', 'order_1.pdf']]),
    });
  });

  it('keeps the case of an extension', () => {
    const read = readArchivedPicture(
      anArchivedPicture({ ext: '.JPG', url: '/uploads/court_0123456789.JPG' }),
    );
    expect(read).toMatchObject({ item: { ext: '.JPG', url: '/uploads/court_0123456789.JPG' } });
  });

  it('drops unknown attributes and replaces values of the wrong type by null', () => {
    const read = readArchivedPicture(
      anArchivedPicture({ name: 5, caption: { $ne: 1 }, width: '9', createdAt: 'x', isAdmin: true }),
    );
    expect(read).toMatchObject({
      item: { name: 'court_0123456789.png', caption: null, width: null, createdAt: null },
    });
    expect(read).not.toHaveProperty('item.isAdmin');
  });

  it.each([
    ['a path in the hash', anArchivedPicture({ hash: '../court' })],
    ['a separator of another system', anArchivedPicture({ hash: '..\\court' })],
    ['a NUL', anArchivedPicture({ hash: 'court\0' })],
    ['an empty hash', anArchivedPicture({ hash: '' })],
    ['a hash that is no text', anArchivedPicture({ hash: 5 })],
    ['a hash longer than a file name', anArchivedPicture({ hash: 'x'.repeat(300) })],
    ['an extension of a page', anArchivedPicture({ ext: '.html', url: undefined })],
    ['an extension of a drawing', anArchivedPicture({ ext: '.svg', url: undefined })],
    ['no extension', anArchivedPicture({ ext: null })],
    ['an address that does not follow', anArchivedPicture({ url: '/uploads/other.png' })],
    ['an address in the file system', anArchivedPicture({ url: 'file:///etc/passwd' })],
    ['an address of script', anArchivedPicture({ url: 'javascript:alert(1)' })],
    ['formats as a list', withFormats([format])],
    ['formats as text', withFormats('x')],
    ['a format that is no object', withFormats({ small: 'x' })],
    ['a format named like a path', withFormats({ '../x': format })],
    ['a format named like the picture', withFormats({ original: format })],
    [
      'a format named like a prototype',
      JSON.parse(
        JSON.stringify(withFormats({})).replace('"formats":{}', '"formats":{"__proto__":{"hash":"x"}}'),
      ),
    ],
    ['a format with a path', withFormats({ small: { ...format, hash: '../../x' } })],
    [
      'a format at the address of the picture',
      withFormats({ small: { hash: 'court_0123456789', ext: '.png' } }),
    ],
  ])('refuses %s', (_name, item) => {
    expect(readArchivedPicture(item)).toEqual({ reason: expect.any(String) });
  });
});

describe('addressesOf', () => {
  it('returns the storage keys of a stored picture and ignores other URLs', () => {
    expect(addressesOf(anArchivedPicture())).toEqual([
      'court_0123456789.png',
      'thumbnail_court_0123456789.png',
    ]);
    expect(addressesOf({ id: 1, url: 'https://x.example/y.png', formats: { a: null, b: 'x' } })).toEqual([]);
  });
});
