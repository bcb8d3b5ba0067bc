import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ImportOutcome, StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { anExport, writeArchive } from './archive-builder.ts';
import type { ImportClient } from './import-client.ts';
import { formatReport } from './import-report.ts';
import { importArchive } from './import-run.ts';

// Exports as other sites made them: each has one entry that is not as Strapi writes it on Linux.

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vidhi-odd-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const fixture = (name: string): string => fileURLToPath(new URL(`fixtures/${name}.tar.gz`, import.meta.url));

async function importFixture(file: string) {
  const documents = new Map<string, StoredDocument[]>();
  const pictures: { document: StoredDocument; parts: string[] }[] = [];
  const all = (items: readonly StoredDocument[]): ImportOutcome => ({
    imported: items.length,
    unchanged: 0,
    skipped: [],
  });
  const none = ({ id }: StoredDocument): ImportOutcome => ({
    imported: 0,
    unchanged: 0,
    skipped: [{ id, reason: 'the file is neither a picture nor a PDF by its extension' }],
  });
  const client: ImportClient = {
    async putDocuments(_service, type, { items }) {
      documents.set(type, [...(documents.get(type) ?? []), ...items]);
      return all(items);
    },
    async putPicture(document, assets) {
      pictures.push({ document, parts: [...assets.keys()] });
      return document['ext'] === '.docx' ? none(document) : all([document]);
    },
  };
  const report = await importArchive({ file, dataDir: folder, client, onProgress: () => undefined });
  const notes = report.types.flatMap((type) => [...type.notes, ...type.skipped].map(({ reason }) => reason));
  return { report, documents, pictures, notes };
}

describe('an archive with an odd entry', () => {
  it('is imported when it was packed on Windows, with backslashes in its paths', async () => {
    const { report, documents } = await importFixture(fixture('windows-paths'));
    expect(documents.get('post')).toHaveLength(1);
    expect(report.oddities).toEqual([]);
  });

  it('is imported without the files that macOS adds', async () => {
    const { report, documents } = await importFixture(fixture('apple-files'));
    expect(documents.get('post')).toHaveLength(1);
    expect(report.oddities).toEqual([]);
  });

  it.each([
    ['picture-with-at', /^logo_2x_1_[0-9a-f]{10}$/],
    ['picture-in-folder', /^sub_photo_1_[0-9a-f]{10}$/],
  ])('is imported with a plain name for the picture of %s', async (name, hash) => {
    const { pictures, notes } = await importFixture(fixture(name));
    expect(pictures).toHaveLength(1);
    expect(pictures[0]?.document['hash']).toMatch(hash);
    expect(pictures[0]?.document['url']).toBe(`/uploads/${String(pictures[0]?.document['hash'])}.jpg`);
    expect(notes).toEqual([expect.stringContaining('is stored as')]);
  });

  it.each(['format-without-file', 'null-format'])('is imported without the format of %s', async (name) => {
    const { pictures, notes } = await importFixture(fixture(name));
    expect(pictures).toEqual([{ document: expect.objectContaining({ formats: null }), parts: ['original'] }]);
    expect(notes).toEqual(['its format thumbnail has no file: left out']);
  });

  it('is imported with numbers as text and text as numbers, which the services convert', async () => {
    const { documents, report } = await importFixture(fixture('numbers-as-text'));
    expect(documents.get('post')?.[0]?.['views_count']).toBe('12345');
    expect(documents.get('book')?.[0]?.['Price']).toBe('499.00');
    expect(documents.get('lawyer')?.[0]?.['SubCategory2']).toBe(0);
    expect(report.oddities).toEqual([]);
  });

  it('is imported with a slug of its own for the second locale', async () => {
    const { documents, report } = await importFixture(fixture('two-locales'));
    expect(documents.get('post')?.map(({ slug }) => slug)).toEqual(['same-slug', 'same-slug-hi']);
    expect(report.oddities).toEqual([
      {
        where: 'api::post.post 9019',
        reason: 'the slug same-slug is that of another locale: imported as same-slug-hi',
      },
    ]);
  });

  it('is imported with its own addresses in texts, whatever host they name', async () => {
    const { documents, report } = await importFixture(fixture('absolute-picture'));
    expect(documents.get('post')?.[0]?.['content']).toContain('<img src="/uploads/bench_1.jpg" alt="Bench">');
    expect(report.foreignHosts).toEqual([]);
  });
});

describe('documents of an archive that repeat a value', () => {
  const POST = 'api::post.post';
  const USER = 'plugin::users-permissions.user';
  const importEntities = async (...entities: { type: string; id: number; data: object }[]) => {
    const parts = anExport();
    const lines = entities.map((entity) => `${JSON.stringify(entity)}\n`).join('');
    return importFixture(
      await writeArchive(folder, {
        ...parts,
        'entities/entities_00001.jsonl': `${String(parts['entities/entities_00001.jsonl'])}${lines}`,
      }),
    );
  };

  it('are skipped but for the first, and reported, as a dry run has to know of them', async () => {
    const { documents, report } = await importEntities(
      { type: POST, id: 11, data: { title: 'Later', slug: 'same' } },
      { type: POST, id: 10, data: { title: 'Earlier', slug: 'same' } },
      { type: USER, id: 1, data: { username: 'asha', email: 'Asha@rao.example' } },
      { type: USER, id: 2, data: { username: 'rao', email: 'asha@rao.example' } },
      { type: USER, id: 3, data: { username: null, email: null } },
      { type: USER, id: 4, data: { username: null, email: null } },
    );
    expect(documents.get('post')?.map(({ id }) => id)).toEqual([3, 7, 10]);
    expect(documents.get('users')?.map(({ id }) => id)).toEqual([1, 3, 4]);
    const skippedOf = (type: string) => report.types.find(({ uid }) => uid === type)?.skipped;
    expect(skippedOf(POST)).toEqual([{ id: 11, reason: 'its slug is that of 10' }]);
    expect(skippedOf(USER)).toEqual([{ id: 2, reason: 'its email is that of 1' }]);
  });

  it('are reported where they have no page', async () => {
    const { documents, report } = await importEntities(
      { type: POST, id: 10, data: { title: 'Two segments', slug: 'a/b' } },
      { type: POST, id: 11, data: { title: 'Hindi', slug: 'ज़मानत' } },
      { type: POST, id: 12, data: { title: 'Blank', slug: ' ' } },
      { type: POST, id: 13, data: { title: ' ', slug: 'untitled' } },
    );
    expect(documents.get('post')).toHaveLength(6);
    expect(report.types.find(({ uid }) => uid === POST)?.notes.filter(({ id }) => id > 7)).toEqual([
      { id: 10, reason: 'its slug is no address of a page: give it another one' },
      { id: 12, reason: 'has no slug, and so no page: give it one' },
      { id: 13, reason: 'has no title, and so no page: give it one' },
    ]);
  });
});

describe('addresses in texts', () => {
  const POST = 'api::post.post';
  const importText = async (content: string, values: object = {}) => {
    const parts = anExport();
    const entity = { type: POST, id: 9, data: { title: 'Ninth', content, ...values } };
    const file = await writeArchive(folder, {
      ...parts,
      'entities/entities_00001.jsonl': `${String(parts['entities/entities_00001.jsonl'])}${JSON.stringify(entity)}\n`,
    });
    const { documents, report } = await importFixture(file);
    return { post: documents.get('post')?.find(({ id }) => id === 9), report };
  };

  it.each([
    [
      '<img src="https://cms.old.example/uploads/p_0.png?w=100" srcset="https://cms.old.example/uploads/small_p_0.png 500w, //x/y.png 2x">',
      '<img src="/uploads/p_0.png" srcset="/uploads/small_p_0.png 500w, //x/y.png 2x">',
    ],
    [
      '<img srcset="https://old.example/uploads/small_p_0.png, /uploads/p_0.png 2x">',
      '<img srcset="/uploads/small_p_0.png, /uploads/p_0.png 2x">',
    ],
    ['<a href="http://old.example/uploads/p%5F0.png">Order</a>', '<a href="/uploads/p_0.png">Order</a>'],
    ['See https://old.example/uploads/p_0.png.', 'See /uploads/p_0.png.'],
    ['<img src="/uploads/unknown.png">', '<img src="/uploads/unknown.png">'],
  ])('of the own files become those of here: %s', async (content, expected) => {
    expect((await importText(content)).post?.['content']).toBe(expected);
  });

  it('are rewritten in links of documents too', async () => {
    const { post } = await importText('', { link: 'https://old.example/uploads/p_0.png' });
    expect(post?.['link']).toBe('/uploads/p_0.png');
  });

  it.each([
    ['https://old.example/seventh', '/seventh'],
    ['https://WWW.old.example/tax/seventh/?ref=1#holding', '/seventh?ref=1#holding'],
    ['http://old.example', '/'],
    ['https://old.example/seventh/amp/x', 'https://old.example/seventh/amp/x'],
    ['https://old.example/admin', 'https://old.example/admin'],
    ['https://other.example/seventh', 'https://other.example/seventh'],
  ])('that lead to a page of the former site lead to that of here: %s', async (address, expected) => {
    const { post } = await importText(
      `<p><a class="x" href="${address}">Read</a></p><img src="https://old.example/uploads/p_0.png">`,
      { slug: 'seventh' },
    );
    expect(post?.['content']).toContain(`<a class="x" href="${expected}">`);
  });

  it('that name a file with spaces, as browsers allow, become those of here', async () => {
    const parts = anExport();
    const hash = 'आदेश (2)_14';
    const url = `/uploads/${hash}.pdf`;
    const content = `<a href="https://old.example${url}">Order</a> <a href='${url}'>x</a> <a href="https://old.example/a b">y</a>`;
    const lines = [
      { type: 'plugin::upload.file', id: 21, data: { name: 'x', hash, ext: '.pdf', url } },
      { type: POST, id: 9, data: { title: 'Ninth', content } },
    ].map((entity) => `${JSON.stringify(entity)}\n`);
    const file = await writeArchive(folder, {
      ...parts,
      'entities/entities_00001.jsonl': `${String(parts['entities/entities_00001.jsonl'])}${lines.join('')}`,
      [`assets${url}`]: '%PDF-1.7',
    });
    const { documents, pictures } = await importFixture(file);
    const stored = String(pictures.find(({ document }) => document.id === 21)?.document['url']);
    expect(documents.get('post')?.find(({ id }) => id === 9)?.['content']).toBe(
      `<a href="${stored}">Order</a> <a href='${stored}'>x</a> <a href="https://old.example/a b">y</a>`,
    );
  });

  it('of pages are left where no text names the host for a file of the archive', async () => {
    const content = '<a href="https://old.example/seventh">Read</a>';
    expect((await importText(content, { slug: 'seventh' })).post?.['content']).toBe(content);
  });

  it('of other hosts are listed, with the setting that allows their pictures', async () => {
    const { report } = await importText(
      '<img src="https://cdn.other.example/a.png"><img src="https://cdn.other.example/b.png"><a href="https://old.example/tax/gst">GST</a><img src="https://old.example/uploads/p_0.png"><a href="https://supremecourt.example/x">x</a>',
    );
    expect(report.foreignHosts).toEqual([
      { host: 'cdn.other.example', pictures: 2, links: 0 },
      { host: 'old.example', pictures: 0, links: 1 },
    ]);
    expect(formatReport(report)).toContain('IMAGE_ORIGINS="https://cdn.other.example"');
  });
});

it('targets of hosted pages on other sites are listed, with the setting that shows them in a frame', async () => {
  const parts = anExport();
  const uid = 'api::hosted-page.hosted-page';
  const targets = ['https://forms.other.example/a', 'https://forms.other.example/b', '/refunds', null];
  const lines = targets.map((targetUrl, at) =>
    JSON.stringify({ type: uid, id: at + 1, data: { name: `page-${at}`, targetUrl } }),
  );
  const schema = {
    uid,
    kind: 'collectionType',
    attributes: { name: { type: 'string' }, targetUrl: { type: 'string' } },
  };
  const file = await writeArchive(folder, {
    ...parts,
    'schemas/schemas_00001.jsonl': `${String(parts['schemas/schemas_00001.jsonl'])}${JSON.stringify(schema)}\n`,
    'entities/entities_00001.jsonl': `${String(parts['entities/entities_00001.jsonl'])}${lines.join('\n')}\n`,
  });
  const { report } = await importFixture(file);
  expect(report.framedHosts).toEqual([{ host: 'forms.other.example', pages: 2 }]);
  expect(formatReport(report)).toMatch(
    /forms\.other\.example \(2 pages\)\n.*hosts of frames in \/console\/settings/,
  );
});

describe('a picture of a post that is a document', () => {
  it('is left out, and the report says where the document is', async () => {
    const parts = anExport();
    const file = await writeArchive(folder, {
      ...parts,
      'entities/entities_00001.jsonl': String(parts['entities/entities_00001.jsonl']).replace(
        '"name":"p.png"',
        '"name":"p.pdf","mime":"application/pdf","url":"/uploads/p_0.png"',
      ),
    });
    const { documents, report } = await importFixture(file);
    expect(documents.get('post')?.map(({ image }) => image)).toEqual([null, null]);
    expect(
      report.types
        .find(({ uid }) => uid === 'api::post.post')
        ?.notes.filter(({ reason }) => !reason.includes('slug')),
    ).toEqual([
      {
        id: 7,
        reason: expect.stringMatching(/^image was a document, .* link to \/uploads\/p_0\.png instead$/),
      },
    ]);
  });
});

describe('a document of an archive', () => {
  const FILE = 'plugin::upload.file';
  const importOrder = async (data: { hash: string; ext: string; url?: string }, content: string) => {
    const parts = anExport();
    const lines = [
      { type: FILE, id: 21, data: { name: 'Order.pdf', mime: 'application/pdf', formats: null, ...data } },
      { type: 'api::post.post', id: 9, data: { title: 'Ninth', content } },
    ].map((entity) => `${JSON.stringify(entity)}\n`);
    const file = await writeArchive(folder, {
      ...parts,
      'entities/entities_00001.jsonl': `${String(parts['entities/entities_00001.jsonl'])}${lines.join('')}`,
      [`assets/uploads/${data.hash}${data.ext}`]: '%PDF-1.7',
    });
    const { documents, pictures, notes, report } = await importFixture(file);
    const order = pictures.find(({ document }) => document.id === 21)?.document;
    return {
      order,
      content: documents.get('post')?.find(({ id }) => id === 9)?.['content'],
      notes,
      hosts: report.foreignHosts,
    };
  };

  it('comes along, and links to it in texts lead to it, whatever host they name', async () => {
    const { order, content } = await importOrder(
      { hash: 'order_1', ext: '.pdf', url: '/uploads/order_1.pdf' },
      '<a href="https://cms.old.example/uploads/order_1.pdf#page=3">Order</a> <a href="/uploads/order_1.pdf?download=1">again</a>',
    );
    expect(order).toMatchObject({ id: 21, hash: 'order_1', ext: '.pdf', url: '/uploads/order_1.pdf' });
    expect(content).toBe(
      '<a href="/uploads/order_1.pdf#page=3">Order</a> <a href="/uploads/order_1.pdf">again</a>',
    );
  });

  it('that is not stored keeps its former address in texts, and the report names the host', async () => {
    const link = '<a href="https://old.example/uploads/notes_1.docx">Notes</a>';
    const { content, hosts } = await importOrder(
      { hash: 'notes_1', ext: '.docx', url: '/uploads/notes_1.docx' },
      link,
    );
    expect(content).toBe(link);
    expect(hosts).toEqual([{ host: 'old.example', pictures: 0, links: 1 }]);
  });

  it('with a Hindi name, spaces and a bracket has a plain one, and links in texts follow', async () => {
    const hash = 'आदेश (2) 12';
    const { order, content, notes } = await importOrder(
      { hash, ext: '.PDF', url: `/uploads/${hash}.PDF` },
      `<a href="https://old.example/uploads/${encodeURI(`${hash}.PDF`)}">आदेश</a>`,
    );
    expect(order?.['hash']).toMatch(/^[A-Za-z0-9_]+$/);
    expect(content).toBe(`<a href="/uploads/${String(order?.['hash'])}.PDF">आदेश</a>`);
    expect(notes).toContainEqual(expect.stringContaining('is stored as'));
  });
});
