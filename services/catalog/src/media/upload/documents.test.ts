import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHash } from 'node:crypto';
import { mediaCollection } from '../media-collection.ts';
import { aPng } from '../files/picture-builder.ts';
import { aPdf } from './pdf-builder.ts';
import { aForm, anUpload, type Part, type UploadUnderTest } from './upload-builder.ts';

const NOTHING = { uploads: [], documents: [], incoming: [] };
const MAX_BYTES = 64 * 1024;

let upload: UploadUnderTest;
beforeEach(async () => void (upload = await anUpload({ maxDocumentBytes: MAX_BYTES })));
afterEach(() => upload.close());

const aDocument = (bytes = aPdf(), name = 'order.pdf'): Part => ({ name, type: 'application/pdf', bytes });
const send = async (parts: readonly Part[], role = 10) => {
  const response = await upload.upload(parts, role);
  return { status: response.statusCode, body: response.json() };
};

/** Ends of a ZIP archive, with a comment. */
const endOfZip = (comment: string): Buffer => {
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([end, Buffer.from(comment)]);
};
const TRAILER = 'startxref\n9\n%%EOF\n';

describe('a document of staff', () => {
  it('is stored as it is, apart from pictures, and described as in the reference', async () => {
    const bytes = aPdf();
    const { status, body } = await send([aDocument(bytes)]);
    const digits = createHash('sha256').update(bytes).digest('hex').slice(0, 20);
    expect([status, body]).toEqual([
      200,
      [
        {
          id: 1,
          name: 'order.pdf',
          alternativeText: null,
          caption: null,
          width: null,
          height: null,
          formats: null,
          hash: `order_${digits}`,
          ext: '.pdf',
          mime: 'application/pdf',
          size: Math.round(bytes.length / 10) / 100,
          url: `/uploads/order_${digits}.pdf`,
          previewUrl: null,
          provider: 'local',
          provider_metadata: null,
          createdAt: expect.any(String),
          updatedAt: expect.any(String),
        },
      ],
    ]);
    expect(await upload.stored()).toEqual({
      uploads: [],
      documents: [`order_${digits}.pdf`],
      incoming: [],
    });
    expect((await upload.store.find(mediaCollection, 1))?.doc).toMatchObject({
      contents: { original: createHash('sha256').update(bytes).digest('hex') },
      uploadedBy: 7,
      isMembers: false,
    });
  });

  it('is served as a download that a browser executes nothing of', async () => {
    const bytes = aPdf();
    const [{ url, hash }] = (await send([aDocument(bytes)])).body;
    const { headers, rawPayload } = await upload.app.inject(url);
    expect(rawPayload.equals(bytes)).toBe(true);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${hash}.pdf"`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'accept-ranges': 'bytes',
    });
  });

  it.each([
    ['bytes=0-4', 206, '%PDF-', (bytes: number) => `bytes 0-4/${bytes}`],
    ['bytes=-6', 206, '%%EOF\n', (bytes: number) => `bytes ${bytes - 6}-${bytes - 1}/${bytes}`],
    ['bytes=99999999-', 416, '', (bytes: number) => `bytes */${bytes}`],
  ])('answers the range %s', async (range, status, text, contentRange) => {
    const bytes = aPdf();
    const [{ url }] = (await send([aDocument(bytes)])).body;
    const response = await upload.app.inject({ url, headers: { range } });
    expect([response.statusCode, response.body]).toEqual([status, text]);
    expect(response.headers['content-range']).toBe(contentRange(bytes.length));
    // Also a part of it is a download.
    expect(response.headers['content-disposition']).toMatch(/^attachment; /);
  });

  it('shares its file with another one of the same bytes, until both are removed', async () => {
    const [first] = (await send([aDocument()])).body;
    const [second] = (await send([aDocument()])).body;
    expect(second.url).toBe(first.url);
    const remove = (id: number) =>
      upload.app.inject({
        method: 'DELETE',
        url: `/api/upload/files/${id}`,
        headers: { authorization: 'Bearer role-11-1' },
      });
    expect((await remove(1)).statusCode).toBe(200);
    expect((await upload.app.inject(first.url)).statusCode).toBe(200);
    expect((await remove(2)).statusCode).toBe(200);
    expect((await upload.app.inject(first.url)).statusCode).toBe(404);
    expect(await upload.stored()).toEqual(NOTHING);
  });

  it('comes together with pictures, with its own texts', async () => {
    const { body } = await send([
      { name: 'a.png', bytes: aPng() },
      aDocument(),
      {
        field: 'fileInfo',
        text: '[{"alternativeText":"Court"},{"name":"W.P. 12 of 2026.pdf","folder":"Orders"}]',
      },
    ]);
    expect(body).toMatchObject([
      { mime: 'image/png', alternativeText: 'Court' },
      {
        mime: 'application/pdf',
        name: 'W.P. 12 of 2026.pdf',
        url: expect.stringMatching(/^\/uploads\/W_P_12_of_2026_/),
      },
    ]);
    expect((await upload.store.find(mediaCollection, 2))?.doc).toMatchObject({ folderPath: '/Orders' });
  });

  it.each([
    ['a name of another type', 'notes.png', /^\/uploads\/notes_[0-9a-f]{20}\.pdf$/],
    ['a Hindi name', 'आदेश.pdf', /^\/uploads\/document_[0-9a-f]{20}\.pdf$/],
    [
      'a name with an apostrophe and a semicolon',
      "court's order; final.pdf",
      /^\/uploads\/court_s_order_final_/,
    ],
  ])('with %s has an address of plain letters', async (_what, name, address) => {
    const [file] = (await send([aDocument(aPdf(), name)])).body;
    expect([file.name, file.ext, file.mime]).toEqual([name, '.pdf', 'application/pdf']);
    expect(file.url).toMatch(address);
    const { headers } = await upload.app.inject(file.url);
    expect(headers['content-disposition']).toBe(
      `attachment; filename="${file.url.slice('/uploads/'.length)}"`,
    );
  });

  it.each([
    ['a huge number of pages', aPdf({ pages: 2_147_483_647 })],
    ['white space and zeros behind its end', Buffer.concat([aPdf(), Buffer.from('\r\n \0\0')])],
    ['scripts that only a PDF viewer knows', aPdf({ title: 'x) /S /JavaScript /JS (app.alert(1)' })],
  ])('may have %s: it is never parsed', async (_what, bytes) => {
    expect((await send([aDocument(bytes)])).status).toBe(200);
  });

  it.each<[string, Buffer]>([
    ['a page before it', Buffer.concat([Buffer.from('<html><script>alert(1)</script>'), aPdf()])],
    ['white space before it', Buffer.concat([Buffer.from('\n'), aPdf()])],
    ['a byte order mark before it', Buffer.concat([Buffer.from('\uFEFF'), aPdf()])],
    [
      'a page in its first line',
      Buffer.from(`%PDF-1.4 <!doctype html><script>alert(1)</script>\n${TRAILER}`),
    ],
    ['a page in its first comment', aPdf({ content: Buffer.from('%<svg onload=alert(1)>\n') })],
    ['a ZIP archive behind it', Buffer.concat([aPdf(), endOfZip('')])],
    ['a ZIP archive whose comment ends as a PDF does', Buffer.concat([aPdf(), endOfZip(TRAILER)])],
    ['a program behind it', Buffer.concat([aPdf(), Buffer.from('\u007fELF', 'latin1')])],
    ['no end', aPdf().subarray(0, -20)],
    ['a table beyond its end', Buffer.from('%PDF-1.4\nstartxref\n999999\n%%EOF\n')],
    ['no version', Buffer.from(`%PDF-\n${TRAILER}`)],
    ['a header alone', Buffer.from('%PDF-1.7\n1 0 obj <</OpenAction 2 0 R>> endobj\n%%EOF')],
    ['a GIF inside its header', Buffer.concat([Buffer.from('GIF89a%PDF-1.7\n'), aPdf()])],
  ])('is rejected with %s', async (_what, bytes) => {
    const { status, body } = await send([aDocument(bytes)]);
    expect([status, body.error.name]).toEqual([400, 'ApplicationError']);
    expect(body.error.message).toMatch(/^order\.pdf is not a valid (?:PDF|image)/);
    expect([await upload.stored(), upload.store.events]).toEqual([NOTHING, []]);
  });

  it.each([
    ['a path', '../../etc/order.pdf'],
    ['a path of Windows', '..\\order.pdf'],
    ['a header in it', 'order.pdf\r\nset-cookie: a=b'],
    ['quotes', 'order".pdf'],
    ['no letter', ''],
  ])('has no name with %s', async (_what, name) => {
    const named = await send([aDocument(), { field: 'fileInfo', text: JSON.stringify({ name }) }]);
    expect([named.status, named.body.error.message]).toEqual([400, 'File name contains invalid characters']);
    expect(await upload.stored()).toEqual(NOTHING);
  });

  it('is rejected above its own limit, and below it whatever the limit of pictures', async () => {
    const small = await anUpload({ maxBytes: 2_048, maxDocumentBytes: MAX_BYTES });
    const sized = async (bytes: number) => {
      const content = Buffer.alloc(bytes, '%\n');
      return (await small.upload([aDocument(aPdf({ content }))])).statusCode;
    };
    expect(await sized(MAX_BYTES - 2_048)).toBe(200);
    expect(await sized(MAX_BYTES)).toBe(413);
    expect(
      (await small.upload([{ name: 'a.png', bytes: Buffer.concat([aPng(), Buffer.alloc(2_048)]) }]))
        .statusCode,
    ).toBe(413);
    expect(await small.stored()).toMatchObject({
      uploads: [],
      documents: [expect.any(String)],
      incoming: [],
    });
    await small.close();
  });

  it('is not stored when another file of the request is rejected', async () => {
    const { status } = await send([aDocument(), { name: 'b.png', bytes: Buffer.from('<svg/>') }]);
    expect([status, await upload.stored(), upload.store.events]).toEqual([400, NOTHING, []]);
  });

  it('is not stored when the form ends too early', async () => {
    const { body, headers } = aForm([aDocument()]);
    const response = await upload.app.inject({
      method: 'POST',
      url: '/api/upload',
      headers: { ...headers, authorization: 'Bearer role-10-1' },
      payload: body.subarray(0, -60),
    });
    expect([response.statusCode, await upload.stored()]).toEqual([400, NOTHING]);
  });
});

it.each([[5], [6]])('a member with role %i stores no document', async (role) => {
  const { status, body } = await send([aDocument()], role);
  expect([status, body.error.message]).toEqual([
    400,
    'order.pdf is not a valid image: only PNG, JPEG and GIF are taken',
  ]);
  expect(await upload.stored()).toEqual(NOTHING);
});
