import type { BrowserContext, Route } from 'playwright-core';
import sharp from 'sharp';

// The media library of the API as the console calls it, in memory, with one article that shows a picture.

interface LibraryFile {
  id: number;
  name: string;
  alternativeText: string | null;
  folder: string;
  url: string;
  hash: string;
  mime: string;
  focus?: { x: number; y: number } | null;
  crop?: { x: number; y: number; width: number; height: number } | null;
  /** Its bytes: the same ones are duplicates. */
  content: string;
}

interface FakeFiles {
  files: LibraryFile[];
}

export interface FakeLibrary extends FakeFiles {
  /** The file as the article shows it, as an attribute and in its text. */
  article: { image: number | null; content: string };
}

const BROKEN = 'broken';
const addressOf = (id: number): string => `/uploads/file_${id}.png`;
const SIZE = { width: 300, height: 200 } as const;
const PICTURE = await sharp({ create: { ...SIZE, channels: 3, background: '#804020' } })
  .png()
  .toBuffer();

/** Name and bytes of the file of a form. */
function readForm(body: string): { name: string; content: string; folder: string } {
  const [, name = '', content = ''] = /filename="([^"]*)"\r\n[^\r]*\r\n\r\n([\s\S]*?)\r\n--/.exec(body) ?? [];
  const [, folder = '/'] = /"folder":"([^"]*)"/.exec(body) ?? [];
  return { name, content, folder };
}

const respond = (route: Route, json: unknown, status = 200): Promise<void> => route.fulfill({ json, status });
const reject = (route: Route, status: number, message: string): Promise<void> =>
  respond(route, { data: null, error: { status, name: 'Error', message, details: {} } }, status);

/** Responds to the calls that list, read, upload, change and delete files of the library. */
export async function fakeFiles(context: BrowserContext): Promise<FakeFiles> {
  const fake: FakeFiles = { files: [] };
  const add = (name: string, content: string, folder: string): LibraryFile => {
    const id = fake.files.length + 1;
    const [hash, url] = [`file_${id}`, addressOf(id)];
    const isDocument = content.startsWith('%PDF-');
    const mime = isDocument ? 'application/pdf' : 'image/png';
    const file = { id, name, content, folder, hash, mime, alternativeText: null, url };
    fake.files.push(file);
    return file;
  };
  add('court.png', 'court', '/Courts');
  add('bench.png', 'bench', '/Courts');

  const present = ({ content, ...file }: LibraryFile) => ({
    ...file,
    caption: null,
    credit: null,
    ...SIZE,
    size: 0.1,
    formats: null,
    focus: file.focus ?? null,
    crop: file.crop ?? null,
    createdAt: '2026-11-20T10:00:00.000Z',
    duplicates: fake.files.filter((one) => one.id !== file.id && one.content === content).map(({ id }) => id),
  });

  await context.route(/\/uploads\//, (route) => route.fulfill({ body: PICTURE, contentType: 'image/png' }));
  await context.route(/\/api\/upload$/, (route) => {
    const { name, content, folder } = readForm(route.request().postDataBuffer()?.toString('latin1') ?? '');
    if (content === BROKEN) return reject(route, 400, `${name} is not a valid image: it is cut off`);
    return respond(route, [present(add(name, content, folder))]);
  });
  await context.route(/\/api\/upload\/library\?/, (route) => {
    const { searchParams } = new URL(route.request().url());
    const [folder, kind, q] = ['folder', 'kind', 'q'].map((name) => searchParams.get(name) ?? '');
    const found = fake.files.filter(
      (file) =>
        (folder === '' || file.folder === folder) &&
        (kind === '' || (kind === 'documents') === (file.mime === 'application/pdf')) &&
        file.name.includes(q ?? ''),
    );
    const pagination = { page: 1, pageSize: 25, pageCount: 1, total: found.length };
    return respond(route, { data: found.toReversed().map(present), meta: { pagination, folders: [] } });
  });
  await context.route(/\/api\/upload\/(?:library|files)\/\d+$/, (route) => {
    const request = route.request();
    const file = fake.files.find(({ id }) => request.url().endsWith(`/${id}`));
    if (file === undefined) return reject(route, 404, 'Not Found');
    if (request.method() === 'DELETE') fake.files = fake.files.filter((one) => one !== file);
    if (request.method() === 'PUT') Object.assign(file, request.postDataJSON());
    return respond(route, present(file));
  });
  return fake;
}

/** Responds to the calls of `/console/media`, and to those that replace a file in `/posts/41`. */
export async function fakeLibrary(context: BrowserContext): Promise<FakeLibrary> {
  const article: FakeLibrary['article'] = {
    image: 1,
    content: `<p><img src="${addressOf(1)}" alt="The court"></p>`,
  };
  const fake = Object.assign(await fakeFiles(context), { article });
  await context.route(/\/api\/upload\/usage\?/, (route) =>
    respond(route, { data: [], meta: { complete: true } }),
  );
  await context.route(/\/api\/posts\/picture-usage\?/, (route) => {
    const id = Number(new URL(route.request().url()).searchParams.get('id'));
    const place = { collection: 'posts', id: 41, title: 'Bail and the right to be heard' };
    const { image, content } = fake.article;
    const data = [
      ...(image === id ? [{ ...place, attribute: 'image' }] : []),
      ...(content.includes(addressOf(id)) ? [{ ...place, attribute: 'content' }] : []),
    ];
    return respond(route, { data, meta: { complete: true } });
  });
  await context.route(/\/api\/posts\/41(?:\?|$)/, (route) => {
    const request = route.request();
    if (request.method() === 'PUT') {
      const { data } = request.postDataJSON() as { data: Partial<FakeLibrary['article']> };
      Object.assign(fake.article, data);
    }
    const { image, content } = fake.article;
    const attributes = { content, image: { data: image === null ? null : { id: image } } };
    return respond(route, { data: { id: 41, attributes }, meta: {} });
  });
  return fake;
}
