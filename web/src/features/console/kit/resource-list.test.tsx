// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, afterEach, describe, expect, it } from 'vitest';
import { NoticesProvider } from '#shared/app-page/notices.tsx';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { stubDialogs } from '../../../testing/dialogs.ts';
import { failure, stubServer } from '../../../testing/fake-server.ts';
import { leavePage, place, press, recordSavedFiles, showPage } from '../../../testing/show-page.tsx';
import { tagResource } from '../newsroom/tag-resource.ts';
import { addConsolePages } from '../page-table.ts';
import { ConfirmProvider } from './confirm.tsx';
import { ResourceList } from './resource-list.tsx';

beforeAll(() => {
  addConsolePages();
  stubDialogs();
});

const entity = (id: number) => ({ id, attributes: { name: `Tag ${id}`, slug: `tag-${id}` } });

let server: ReturnType<typeof stubServer>;
beforeEach(() => {
  stubAntdBrowser();
  server = stubServer({
    'GET /api/tags': (request) => {
      const { searchParams } = new URL(request.url);
      const page = Number(searchParams.get('pagination[page]'));
      const size = Number(searchParams.get('pagination[pageSize]'));
      const all = Array.from({ length: 60 }, (_, index) => entity(index + 1));
      const data = searchParams.size > 4 ? [] : all.slice((page - 1) * size, page * size);
      return Response.json({ data, meta: { pagination: { total: searchParams.size > 4 ? 0 : 60 } } });
    },
    'GET /api/console-views': () =>
      Response.json({ data: [], meta: { arrangement: { pinned: null, first: null } } }),
  });
});
afterEach(leavePage);

function open(path = '/console/tags', role = 11, resource = tagResource) {
  const page = showPage(
    <NoticesProvider>
      <ConfirmProvider>
        <ResourceList resource={resource} />
      </ConfirmProvider>
    </NoticesProvider>,
    path,
  );
  page.logIn(role);
  return page;
}

const lastSearch = () => server.calls.findLast(({ call }) => call === 'GET /api/tags')?.search ?? '';

describe('a list', () => {
  it('requests the page, size and order of its address from the server', async () => {
    open('/console/tags?page=2&size=50&sort=-slug');
    await screen.findByRole('link', { name: 'Tag 51' });
    expect(lastSearch()).toContain('pagination[page]=2&pagination[pageSize]=50&sort[0]=slug:desc');
  });

  it('keeps an order that is chosen before what was typed is searched for', async () => {
    open();
    await screen.findByRole('link', { name: 'Tag 1' });
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'tax' } });
    fireEvent.click(screen.getByRole('button', { name: 'Address' }));
    await waitFor(() => expect(place()).toBe('/console/tags?q=tax&sort=slug'));
  });

  it('puts a sort into the address, and says it to screen readers', async () => {
    open();
    await screen.findByRole('link', { name: 'Tag 1' });
    await press('Address');
    expect(place()).toBe('/console/tags?sort=slug');
    expect(screen.getByRole('columnheader', { name: 'Address' }).getAttribute('aria-sort')).toBe('ascending');
  });

  it('says which filters of its address it does not know: it shows more rows than they did', async () => {
    const resource: typeof tagResource = {
      ...tagResource,
      filters: [
        {
          key: 'kind',
          label: 'Kind',
          kind: 'choice',
          choices: [{ value: 'a', label: 'A' }],
          toConditions: () => [],
        },
      ],
    };
    open('/console/tags?f[kind]=b&f[gone]=1', 11, resource);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe(
      'The address has filters that this list does not know any more: Kind, gone. It shows more rows than they did.',
    );
  });

  it('says that its rows could not be loaded for an action on many, and keeps the selection', async () => {
    const { jobs: _jobs, ...withoutJobs } = tagResource;
    const run = async (): Promise<{ error?: unknown }> => ({});
    open('/console/tags', 11, {
      ...withoutJobs,
      actions: [{ key: 'mark', label: 'Mark', isBulk: true, run }],
    });
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Tag 1' }));
    server.responses['GET /api/tags'] = failure(503, 'down');
    await press('Mark');
    expect(await screen.findByText('down')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('region', { name: 'Selected rows' })).toBeTruthy();
    await press('Clear selection');
  });

  it('says nothing of filters that it knows', async () => {
    open('/console/tags?sort=-slug');
    await screen.findByRole('link', { name: 'Tag 1' });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows that nothing matches, and clears the search', async () => {
    open('/console/tags?q=nothing');
    await screen.findByRole('heading', { name: 'Nothing matches.' });
    expect(lastSearch()).toContain('filters[$and][0][$or][0][name][$search]=nothing');
    await press('Clear filters');
    await screen.findByRole('link', { name: 'Tag 1' });
    expect(place()).toBe('/console/tags');
  });

  it('shows a failure with a button that tries again', async () => {
    server.responses = { 'GET /api/tags': failure(500, 'down') };
    open();
    await screen.findByText('The list could not be loaded.');
    server.responses = {
      'GET /api/tags': () => Response.json({ data: [entity(1)], meta: { pagination: { total: 1 } } }),
    };
    await press('Try again');
    expect(await screen.findByRole('link', { name: 'Tag 1' })).toBeTruthy();
  });

  it('renders only the row that is ticked again', async () => {
    const rendered: number[] = [];
    const columns = tagResource.columns.map((column) => ({
      ...column,
      render: (row: Parameters<typeof column.render>[0]) => {
        rendered.push(Number(row.id));
        return column.render(row);
      },
    }));
    open('/console/tags?size=50', 11, { ...tagResource, columns });
    const box = await screen.findByRole('checkbox', { name: 'Select Tag 7' });
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Tag 3' }));
    await screen.findByText('1 selected');
    rendered.splice(0);
    fireEvent.click(box);
    await screen.findByText('2 selected');
    expect(new Set(rendered)).toEqual(new Set([7]));
    await press('Clear selection');
  });

  it('has the selected rows deleted by the service, shows each result, and undoes it', async () => {
    const aJob = (values: object) => ({
      key: 'k',
      collection: 'tags',
      action: 'delete',
      label: 'Delete',
      state: 'running',
      total: 2,
      counts: { done: 0, unchanged: 0, failed: 0, undone: 0, left: 0 },
      at: '2026-11-05T10:00:00.000Z',
      by: null,
      undo_until: null,
      ...values,
    });
    const counts = { done: 1, unchanged: 0, failed: 1, undone: 0, left: 0 };
    const finished = { state: 'finished', counts, undo_until: '2026-11-06T10:00:00.000Z' };
    let current = aJob({});
    server.responses['POST /api/news-jobs'] = () => Response.json({ data: current }, { status: 202 });
    open();
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Tag 1' }));
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Tag 2' }));
    await screen.findByText('2 selected');
    await press('Delete');
    const [question] = await screen.findAllByRole('dialog');
    expect(question?.textContent).toContain(
      '2 rows go to the trash, where they can be restored for 30 days.',
    );
    const confirm = [...(question?.querySelectorAll('button') ?? [])].at(-1);
    if (confirm !== undefined) fireEvent.click(confirm);
    await screen.findByText('0 of 2: nothing done yet');
    expect(server.calls.find(({ call }) => call === 'POST /api/news-jobs')?.body).toMatchObject({
      data: { collection: 'tags', action: 'delete', ids: [1, 2] },
    });
    expect(screen.queryByText('2 selected')).toBeNull();
    const failed = { row: 1, collection: 'tag', id: 2, title: 'Tag 2', state: 'failed', message: 'In use' };
    server.responses['GET /api/news-jobs/k/rows'] = () => Response.json({ data: [failed] });
    current = aJob(finished);
    server.responses['GET /api/news-jobs/k'] = () => Response.json({ data: current });
    await screen.findByText('1 done, 1 failed.');
    await screen.findByText('In use');
    server.responses['POST /api/news-jobs/k/undo'] = () =>
      Response.json({ data: aJob({ ...finished, state: 'undoing', undo_until: null }) });
    await press('Undo');
    current = aJob({ state: 'undone', counts: { ...counts, done: 0, undone: 1 } });
    await screen.findByText('1 failed, 1 undone.');
    await press('Close');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('names all rows that match by the query of the list, not by their ids', async () => {
    server.responses['POST /api/news-jobs'] = failure(400, 'Nothing matches any more');
    open('/console/tags?sort=-slug');
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows of this page' }));
    await press('Select all 60 that match');
    await press('Delete');
    const [question] = await screen.findAllByRole('dialog');
    const confirm = [...(question?.querySelectorAll('button') ?? [])].at(-1);
    if (confirm !== undefined) fireEvent.click(confirm);
    await screen.findByText('Nothing matches any more');
    const sent = server.calls.find(({ call }) => call === 'POST /api/news-jobs')?.body;
    const { data } = (sent ?? {}) as { data: { ids?: unknown; query: string } };
    expect(data.ids).toBeUndefined();
    expect(new URLSearchParams(data.query).get('publicationState')).toBe('preview');
    await press('Clear selection');
  });

  it('deselects a row of another page while all that match are selected', async () => {
    open();
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows of this page' }));
    await press('Select all 60 that match');
    cleanup();
    open('/console/tags?page=2');
    const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Select Tag 26' });
    expect(box.checked).toBe(true);
    fireEvent.click(box);
    await screen.findByText('25 selected');
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Tag 26' }).checked).toBe(false);
    await press('Clear selection');
  });

  it('shows no action that changes rows to staff without the desk', async () => {
    open('/console/tags', 10);
    await screen.findByRole('link', { name: 'Tag 1' });
    expect(screen.queryByRole('link', { name: 'New tag' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull();
  });

  it('exports all pages as CSV', async () => {
    const files = recordSavedFiles();
    open();
    await screen.findByRole('link', { name: 'Tag 1' });
    await press('Export CSV');
    await expect.poll(() => files[0]?.name).toBe('tags.csv');
    expect(files[0]?.text.split('\r\n')).toHaveLength(62);
  });
});
