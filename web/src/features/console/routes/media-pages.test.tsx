// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { openConsolePage } from '../../../testing/console-page.tsx';
import { stubDialogs } from '../../../testing/dialogs.ts';
import { failure, stubServer } from '../../../testing/fake-server.ts';
import { leavePage, place, press, type } from '../../../testing/show-page.tsx';
import { addConsolePages } from '../page-table.ts';
import { MediaPage } from './media-page.tsx';
import { PicturePage } from './picture-page.tsx';

// Links lead to pages that the console has.
addConsolePages();
beforeEach(() => {
  stubAntdBrowser();
  stubDialogs();
});
afterEach(leavePage);

const ROW = {
  id: 7,
  name: 'court.png',
  mime: 'image/png',
  hash: 'court_1',
  alternativeText: 'The High Court',
  caption: null,
  credit: 'Meena Rao',
  folder: '/Courts',
  width: 1200,
  height: 800,
  size: 640.2,
  url: '/uploads/court.png',
  formats: null,
  focus: null,
  duplicates: [],
  createdAt: '2026-11-28T06:30:00.000Z',
};
const page =
  (...data: object[]) =>
  () =>
    Response.json({
      data,
      meta: { pagination: { page: 1, pageSize: 25, pageCount: 1, total: data.length }, folders: [] },
    });
const usage =
  (...data: object[]) =>
  () =>
    Response.json({ data, meta: { complete: true } });

describe('/console/media', () => {
  it('lists pictures with what is known of them, and sends search and filters', async () => {
    const server = stubServer({ 'GET /api/upload/library': page(ROW) });
    openConsolePage(
      <MediaPage />,
      '/console/media',
      '/console/media?q=high&f[folder]=/Courts&f[undescribed]=true',
    );
    const row = (await screen.findByText('court.png')).closest('tr');
    if (row === null) throw new Error('no row');
    for (const text of ['The High Court', '/Courts', 'Meena Rao', '1200 × 800, 640 KB'])
      expect(within(row).getAllByText(text).length).toBeGreaterThan(0);
    const sent = new URLSearchParams(server.calls.at(-1)?.search);
    expect(Object.fromEntries(sent)).toEqual({
      page: '1',
      pageSize: '25',
      sort: '-created',
      q: 'high',
      folder: '/Courts',
      missing_alternative: 'true',
    });
  });

  it('shows a document with its own icon, and lists documents alone', async () => {
    const order = { ...ROW, id: 9, name: 'order.pdf', mime: 'application/pdf', url: '/uploads/order.pdf' };
    const server = stubServer({ 'GET /api/upload/library': page({ ...order, width: null, height: null }) });
    openConsolePage(<MediaPage />, '/console/media', '/console/media?f[kind]=documents');
    const row = (await screen.findByText('order.pdf')).closest('tr');
    if (row === null) throw new Error('no row');
    expect(within(row).getAllByText('PDF').length).toBeGreaterThan(0);
    expect(row.querySelector('img')).toBeNull();
    expect(new URLSearchParams(server.calls.at(-1)?.search).get('kind')).toBe('documents');
  });

  it('uploads several files into the folder of the list, with a result for each', async () => {
    let count = 0;
    const server = stubServer({
      'GET /api/upload/library': page(ROW),
      'GET /api/upload/library/8': () => Response.json({ ...ROW, id: 8, duplicates: [7] }),
      'POST /api/upload': () => {
        count += 1;
        return count === 1 ? Response.json([{ id: 8 }]) : failure(400, 'broken.png is not a valid image')();
      },
    });
    openConsolePage(<MediaPage />, '/console/media', '/console/media?f[folder]=/Courts');
    expect(await screen.findByText('They go into the folder /Courts')).toBeTruthy();
    const files = ['court.png', 'broken.png'].map((name) => new File(['x'], name, { type: 'image/png' }));
    fireEvent.change(screen.getByLabelText('Files to upload'), { target: { files } });
    const fields = await screen.findAllByLabelText('What it shows');
    for (const field of fields) fireEvent.change(field, { target: { value: 'The court' } });
    await press('Upload 2 pictures');
    expect(await screen.findByText(/was not stored: broken\.png is not a valid image/)).toBeTruthy();
    const link = await screen.findByText('It was here already');
    expect(link.closest('a')?.getAttribute('href')).toBe('/console/media/7');
    expect(screen.getByText('Open its page').closest('a')?.getAttribute('href')).toBe('/console/media/8');
    expect(server.calls.filter(({ call }) => call === 'POST /api/upload')).toHaveLength(2);
  });

  it('uploads no picture of which nobody has said what it shows, unless it is only decoration', async () => {
    const infos: unknown[] = [];
    stubServer({
      'GET /api/upload/library': page(ROW),
      'GET /api/upload/library/8': () => Response.json({ ...ROW, id: 8 }),
      'POST /api/upload': async (request) => {
        infos.push(JSON.parse(/\{.*\}/.exec(await request.text())?.[0] ?? 'null'));
        return Response.json([{ id: 8 }]);
      },
    });
    openConsolePage(<MediaPage />, '/console/media', '/console/media');
    const files = ['court.png', 'line.png', 'order.pdf'].map((name) => new File(['x'], name));
    fireEvent.change(await screen.findByLabelText('Files to upload'), { target: { files } });
    expect((await screen.findByText('order.pdf')).closest('li')).toBeTruthy();
    const of = (name: string) => within(screen.getByRole('group', { name }));
    fireEvent.click(of('line.png').getByLabelText('Only decoration'));
    fireEvent.change(of('court.png').getByLabelText('What it shows'), { target: { value: ' a ' } });
    await press('Upload 2 pictures');
    expect(await screen.findByText(/Please say what the picture shows/)).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('What it shows'));
    await type('What it shows', 'The High Court');
    await press('Upload the picture');
    await waitFor(() => expect(infos).toHaveLength(3));
    expect(infos).toEqual([
      { folder: '/' },
      { folder: '/', alternativeText: '' },
      { folder: '/', alternativeText: 'The High Court' },
    ]);
  });

  it('asks before it is left with pictures that are not uploaded, and revokes the object URLs of those that it shows', async () => {
    const shown = new Set<string>();
    let count = 0;
    vi.stubGlobal(
      'URL',
      class extends URL {
        static override createObjectURL(): string {
          const address = `blob:${(count += 1)}`;
          shown.add(address);
          return address;
        }
        static override revokeObjectURL(address: string): void {
          shown.delete(address);
        }
      },
    );
    const warnsBeforeLeaving = (): boolean => {
      const event = new Event('beforeunload', { cancelable: true });
      dispatchEvent(event);
      return event.defaultPrevented;
    };
    stubServer({
      'GET /api/upload/library': page(ROW),
      'GET /api/upload/library/8': () => Response.json({ ...ROW, id: 8 }),
      'POST /api/upload': () => Response.json([{ id: 8 }]),
    });
    openConsolePage(<MediaPage />, '/console/media', '/console/media');
    const input = await screen.findByLabelText('Files to upload');
    expect(warnsBeforeLeaving()).toBe(false);
    fireEvent.change(input, {
      target: { files: [new File(['x'], 'court.png'), new File(['x'], 'line.png')] },
    });
    await screen.findByRole('group', { name: 'court.png' });
    expect([warnsBeforeLeaving(), shown.size]).toEqual([true, 2]);
    fireEvent.change(within(screen.getByRole('group', { name: 'court.png' })).getByRole('textbox'), {
      target: { value: 'The High Court' },
    });
    await press('Upload 2 pictures');
    await screen.findByText('is stored', { exact: false });
    expect([warnsBeforeLeaving(), shown.size]).toEqual([true, 1]);
    await press('Cancel');
    expect([warnsBeforeLeaving(), shown.size]).toEqual([false, 0]);
  });
});

describe('/console/media/{id}', () => {
  const shown = { collection: 'posts', id: 41, title: 'A judgment', attribute: 'image' };
  const routes = {
    'GET /api/upload/library/7': () => Response.json(ROW),
    'GET /api/posts/picture-usage': usage(shown),
    'GET /api/upload/usage': usage(),
    'DELETE /api/upload/files/7': () => Response.json(ROW),
  };

  it('changes only what was edited', async () => {
    const server = stubServer({ ...routes, 'PUT /api/upload/files/7': () => Response.json(ROW) });
    openConsolePage(<PicturePage />, '/console/media/:id', '/console/media/7');
    fireEvent.change(await screen.findByLabelText('Folder'), { target: { value: '' } });
    await press('Save');
    expect(await screen.findByText('Saved')).toBeTruthy();
    expect(server.calls.find(({ call }) => call.startsWith('PUT'))?.body).toEqual({ folder: '/' });
  });

  it('moves the focal point by the arrow keys and by a click, shows what the crops have, and stores it', async () => {
    const server = stubServer({ ...routes, 'PUT /api/upload/files/7': () => Response.json(ROW) });
    openConsolePage(<PicturePage />, '/console/media/:id', '/console/media/7');
    const field = await screen.findByRole('button', { name: 'Focal point' });
    await screen.findByText('In the middle');
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowUp']) fireEvent.keyDown(field, { key });
    fireEvent.keyDown(field, { key: 'ArrowUp', shiftKey: true });
    await screen.findByText('60% from the left, 44% from the top');
    const crop = within(screen.getByText('On its page').closest('figure') ?? document.body);
    // Of the part that is left out, 44 % are above.
    const { left, top } = crop.getByRole('presentation').style;
    expect([Number.parseFloat(left), Number.parseFloat(top)]).toEqual([
      expect.closeTo(0),
      expect.closeTo(-8.148),
    ]);
    await press('Save the focal point');
    await screen.findByText(/The focal point is saved/);
    vi.spyOn(field, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 100, 200, 100));
    fireEvent.click(field, { clientX: 150, clientY: 290, detail: 1 });
    await screen.findByText('25% from the left, 100% from the top');
    await press('Save the focal point');
    await waitFor(() =>
      expect(server.calls.filter(({ call }) => call.startsWith('PUT')).map(({ body }) => body)).toEqual([
        { focus: { x: 60, y: 44 } },
        { focus: { x: 25, y: 100 } },
      ]),
    );
    await press('Use the middle');
    await screen.findByText('In the middle');
  });

  it('crops by arrow keys and by numbers, in a chosen shape, stores it, and takes the whole picture again', async () => {
    const server = stubServer({ ...routes, 'PUT /api/upload/files/7': () => Response.json(ROW) });
    openConsolePage(<PicturePage />, '/console/media/:id', '/console/media/7');
    fireEvent.click(await screen.findByLabelText('Square'));
    const width = screen.getByLabelText<HTMLInputElement>('Width, pixels');
    const height = screen.getByLabelText<HTMLInputElement>('Height, pixels');
    expect(width.value).toBe(height.value);
    fireEvent.change(width, { target: { value: '100' } });
    expect([width.value, height.value]).toEqual(['100', '100']);
    fireEvent.blur(width);
    const frame = screen.getByRole('button', { name: 'Move the crop' });
    for (let time = 0; time < 120; time += 1) fireEvent.keyDown(frame, { key: 'ArrowLeft' });
    fireEvent.change(screen.getByLabelText('From the top, pixels'), { target: { value: '0' } });
    const corner = screen.getByRole('button', { name: 'Resize the crop' });
    fireEvent.click(screen.getByLabelText('Free'));
    fireEvent.keyDown(corner, { key: 'ArrowRight' });
    fireEvent.keyDown(corner, { key: 'ArrowDown', shiftKey: true });
    await press('Save the crop');
    await screen.findByText(/The crop is saved/);
    const percent = (pixels: number, whole: number) => Math.round((10_000 * pixels) / whole) / 100;
    expect(server.calls.filter(({ call }) => call.startsWith('PUT')).map(({ body }) => body)).toEqual([
      {
        crop: {
          x: 0,
          y: 0,
          width: expect.closeTo(percent(100, ROW.width) + 1),
          height: expect.closeTo(percent(100, ROW.height) + 0.1),
        },
      },
    ]);
    await press('Use the whole picture');
    expect(width.value).toBe(String(ROW.width));
  });

  it('of a document offers its download, and wants no text for those who cannot see it', async () => {
    const order = { ...ROW, name: 'order.pdf', mime: 'application/pdf', url: '/uploads/order.pdf' };
    stubServer({ ...routes, 'GET /api/upload/library/7': () => Response.json(order) });
    openConsolePage(<PicturePage />, '/console/media/:id', '/console/media/7');
    expect((await screen.findByText('Download')).getAttribute('href')).toBe('/uploads/order.pdf');
    expect(screen.queryByLabelText('What it shows')).toBeNull();
    expect(screen.getByLabelText('Name')).toBeTruthy();
  });

  it('replaces it everywhere by another one, with a result for each place', async () => {
    const other = { ...ROW, id: 9, name: 'bench.png', hash: 'bench_1', url: '/uploads/bench_1.png' };
    const inText = { ...shown, id: 42, title: 'A report', attribute: 'content' };
    const server = stubServer({
      ...routes,
      'GET /api/posts/picture-usage': usage(shown, inText),
      'GET /api/upload/library': page(other),
      'GET /api/upload/library/9': () => Response.json(other),
      'GET /api/posts/41': () =>
        Response.json(
          { data: { id: 41, attributes: { image: { data: { id: 7 } } } } },
          { headers: { etag: '"e2"' } },
        ),
      'PUT /api/posts/41': () => Response.json({ data: { id: 41, attributes: {} } }),
      'GET /api/posts/42': () =>
        Response.json({ data: { id: 42, attributes: { content: '<img src="/uploads/court_1.png">' } } }),
      'PUT /api/posts/42': failure(412, 'Somebody has edited it'),
    });
    openConsolePage(<PicturePage />, '/console/media/:id', '/console/media/7');
    await press('Replace everywhere');
    fireEvent.click((await screen.findByText('The High Court')).closest('button') ?? document.body);
    expect(await screen.findByText(/at once in A judgment, A report/)).toBeTruthy();
    const [, confirm] = screen.getAllByText('Replace everywhere');
    fireEvent.click(confirm ?? document.body);
    expect(await screen.findByText('Somebody has edited it')).toBeTruthy();
    const written = server.calls.filter(({ call }) => call.startsWith('PUT'));
    expect(written.map(({ call, body }) => [call, body])).toEqual([
      ['PUT /api/posts/41', { data: { image: 9 } }],
      ['PUT /api/posts/42', { data: { content: '<img src="/uploads/bench_1.png">' } }],
    ]);
    // What uses it now is requested again.
    await waitFor(() =>
      expect(server.calls.filter(({ call }) => call === 'GET /api/posts/picture-usage')).toHaveLength(2),
    );
  });

  it('leads to each place that shows it, whatever it is', async () => {
    stubServer({
      ...routes,
      'GET /api/posts/picture-usage': usage({
        collection: 'site-options',
        id: 1,
        title: '',
        attribute: 'logo',
      }),
      'GET /api/upload/usage': usage(
        { collection: 'books', id: 3, title: 'Evidence', attribute: 'PrimaryImageId' },
        { collection: 'lawyers', id: 4, title: 'Adv. Rao', attribute: 'SecondaryImageIds' },
      ),
    });
    openConsolePage(<PicturePage />, '/console/media/:id', '/console/media/7');
    await screen.findByText('Adv. Rao');
    const list = screen.getByText('Adv. Rao').closest('ul') ?? document.body;
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => [item.textContent, item.querySelector('a')?.getAttribute('href')]),
    ).toEqual([
      ['Settings of the site (logo)', '/console/settings'],
      ['Evidence (picture)', '/console/books/3'],
      ['Adv. Rao (further pictures)', '/console/profiles/4'],
    ]);
  });

  it('names the places that show it, and asks with them before it is deleted', async () => {
    const server = stubServer(routes);
    openConsolePage(<PicturePage />, '/console/media/:id', '/console/media/7');
    expect((await screen.findByText('A judgment')).closest('a')?.getAttribute('href')).toBe(
      '/console/posts/41',
    );
    await press('Delete');
    expect(await screen.findByText(/It is shown in A judgment/)).toBeTruthy();
    expect(server.calls.filter(({ call }) => call.startsWith('DELETE'))).toEqual([]);
    await press('Delete anyway');
    await waitFor(() => expect(place()).toBe('/console/media'));
    expect(server.calls.filter(({ call }) => call.startsWith('DELETE'))).toHaveLength(1);
  });
});
