// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CONSOLE_LISTS, isConsoleList } from '@vidhi/contracts/console-lists.ts';
import type { ConsoleView, ViewArrangement } from '@vidhi/contracts/console-views.ts';
import { NoticesProvider } from '#shared/app-page/notices.tsx';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { stubDialogs } from '../../../testing/dialogs.ts';
import { failure, stubServer } from '../../../testing/fake-server.ts';
import { leavePage, place, press, showPage } from '../../../testing/show-page.tsx';
import { knownPages } from '../frame/known-pages.ts';
import { tagResource } from '../newsroom/tag-resource.ts';
import { addConsolePages } from '../page-table.ts';
import { ConfirmProvider } from './confirm.tsx';
import type { Resource } from './define-resource.ts';
import { ResourceList } from './resource-list.tsx';

beforeAll(() => {
  addConsolePages();
  stubDialogs();
});

const view = (values: Partial<ConsoleView>): ConsoleView => ({
  id: 'v1',
  name: 'Bail',
  query: '?q=bail&sort=-slug',
  shared: true,
  by: { id: 12, name: 'Meena Rao' },
  is_editable: false,
  ...values,
});

let server: ReturnType<typeof stubServer>;
let views: ConsoleView[];
let arrangement: ViewArrangement;
beforeEach(() => {
  stubAntdBrowser();
  views = [];
  arrangement = { pinned: null, first: null };
  server = stubServer({
    'GET /api/tags': () =>
      Response.json({
        data: [{ id: 1, attributes: { name: 'Bail', slug: 'bail' } }],
        meta: { pagination: { total: 1 } },
      }),
    'GET /api/console-views': () => Response.json({ data: views, meta: { arrangement } }),
    'POST /api/console-views': async (request) => {
      const body = (await request.json()) as ConsoleView;
      const saved = view({ id: 'v2', name: body.name, query: body.query, is_editable: true });
      views = [...views, saved];
      return Response.json({ data: saved }, { status: 201 });
    },
    'PUT /api/console-views/arrangements/tags': async (request) => {
      arrangement = (await request.json()) as ViewArrangement;
      return Response.json({ data: arrangement });
    },
    'PUT /api/console-views/v2': () => Response.json({ data: views[0] }),
    'DELETE /api/console-views/v2': () => {
      views = [];
      return new Response(null, { status: 204 });
    },
  });
});
afterEach(leavePage);

function showList(resource: typeof tagResource, path: string) {
  const page = showPage(
    <NoticesProvider>
      <ConfirmProvider>
        <ResourceList resource={resource} />
      </ConfirmProvider>
    </NoticesProvider>,
    path,
  );
  page.logIn(11);
}
const open = (path: string): void => showList(tagResource, path);
/** A list with a view that the console has for everybody. */
const viewedResource: typeof tagResource = {
  ...tagResource,
  views: [{ key: 'long', name: 'Long', filters: {}, sort: '-slug' }],
};

const tabs = (): string[] =>
  within(screen.getByRole('navigation', { name: 'Saved views' }))
    .getAllByRole('link')
    .map(({ textContent }) => String(textContent));
const bodyOf = (call: string): unknown => server.calls.findLast((one) => one.call === call)?.body;

describe('the saved views of a list', () => {
  it('are tabs with the address of what was saved, for everybody who may open the list', async () => {
    views = [view({})];
    open('/console/tags?view=v1&q=bail');
    const tab = await screen.findByRole('link', { name: 'Bail', current: 'page' });
    expect(tab.getAttribute('href')).toBe('/console/tags?view=v1&q=bail&sort=-slug');
    expect(screen.queryByRole('button', { name: 'Edit view' })).toBeNull();
  });

  it('are saved with what is shown, for oneself or for everybody', async () => {
    open('/console/tags?q=tax&sort=-slug&page=2&size=50&cols=slug');
    await press('Save view');
    fireEvent.change(await screen.findByRole('textbox', { name: 'Name of the view' }), {
      target: { value: 'Tax' },
    });
    fireEvent.click(screen.getByRole('checkbox', { name: 'Share with everyone who can open this list' }));
    await press('Save');
    await screen.findByRole('link', { name: 'Tax', current: 'page' });
    expect(bodyOf('POST /api/console-views')).toEqual({
      list: 'tags',
      name: 'Tax',
      query: '?q=tax&sort=-slug&size=50&cols=slug',
      shared: true,
    });
    await waitFor(() => expect(place()).toContain('view=v2'));
  });

  it('are changed and deleted by those who may', async () => {
    views = [view({ id: 'v2', is_editable: true })];
    open('/console/tags?view=v2&q=bail');
    await press('Update “Bail”');
    await waitFor(() => expect(bodyOf('PUT /api/console-views/v2')).toEqual({ query: '?q=bail' }));
    await press('Edit view');
    await screen.findByText('Shared by Meena Rao.');
    await press('Delete view');
    await waitFor(() => expect(place()).toBe('/console/tags'));
    expect(server.calls.map(({ call }) => call)).toContain('DELETE /api/console-views/v2');
  });

  it('stand in the order that a person has chosen; others are in a menu', async () => {
    views = [view({}), view({ id: 'v3', name: 'Tax', query: '?q=tax' })];
    open('/console/tags');
    await press('Arrange views');
    await press('Move Tax up');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Bail' }));
    await press('Save');
    await waitFor(() => expect(tabs()).toEqual(['All', 'Tax', 'Bail']));
    expect(arrangement).toEqual({ pinned: ['all', 'v3'], first: 'all' });
    expect(screen.getByText('More views').tagName).toBe('SUMMARY');
  });

  it('open the list where one was chosen, and everything stays one click away', async () => {
    views = [view({})];
    arrangement = { pinned: null, first: 'v1' };
    open('/console/tags');
    await waitFor(() => expect(place()).toBe('/console/tags?view=v1&q=bail&sort=-slug'));
    expect((await screen.findByRole('link', { name: 'All' })).getAttribute('href')).toBe(
      '/console/tags?view=all',
    );
  });

  it('no longer open the list once they are deleted, nor stay in the arrangement', async () => {
    views = [view({ id: 'v2', is_editable: true }), view({ id: 'v3', name: 'Tax', query: '?q=tax' })];
    arrangement = { pinned: ['v2', 'v3'], first: 'v2' };
    open('/console/tags');
    await waitFor(() => expect(place()).toContain('view=v2'));
    server.responses['DELETE /api/console-views/v2'] = () => {
      // The list of views is read again later than the page shows the list.
      server.responses['GET /api/console-views'] = () => new Promise<Response>(() => undefined);
      return new Response(null, { status: 204 });
    };
    await press('Edit view');
    await press('Delete view');
    await waitFor(() => expect(place()).toBe('/console/tags'));
    await waitFor(() => expect(arrangement).toEqual({ pinned: ['v3'], first: null }));
    expect(tabs()).toEqual(['Tax', 'All']);
    expect(place()).toBe('/console/tags');
  });

  it('are left for all rows when the filters are cleared where one of them opens the list', async () => {
    views = [view({ query: '?q=nothing&sort=-slug&cols=slug' })];
    arrangement = { pinned: null, first: 'v1' };
    server.responses['GET /api/tags'] = () => Response.json({ data: [], meta: { pagination: { total: 0 } } });
    open('/console/tags');
    await press('Clear filters');
    await waitFor(() => expect(place()).toBe('/console/tags?view=all'));
    await screen.findByRole('link', { name: 'All', current: 'page' });
  });

  it('do not come back when a search is cleared where one of them opens the list', async () => {
    views = [view({})];
    arrangement = { pinned: null, first: 'v1' };
    open('/console/tags?q=tax');
    // Which view opens the list is known with the views; until then "All" is shown alone.
    await screen.findByRole('button', { name: 'Arrange views' });
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: '' } });
    await waitFor(() => expect(place()).toBe('/console/tags?view=all'));
  });

  describe('that come late', () => {
    let arrive = (): void => undefined;
    beforeEach(() => {
      arrangement = { pinned: null, first: 'v1' };
      views = [view({})];
      server.responses['GET /api/console-views'] = () =>
        new Promise<Response>((resolve) => {
          arrive = () => resolve(Response.json({ data: views, meta: { arrangement } }));
        });
    });

    it('do not replace what is shown when a search was cleared before', async () => {
      open('/console/tags?q=tax');
      fireEvent.change(await screen.findByRole('searchbox'), { target: { value: '' } });
      await waitFor(() => expect(place()).toBe('/console/tags?view=all'));
      arrive();
      await screen.findByRole('link', { name: 'All', current: 'page' });
      await screen.findByRole('button', { name: 'Arrange views' });
      expect(place()).toBe('/console/tags?view=all');
    });

    it('leave the first view as the current one where none of them opens the list', async () => {
      arrangement = { pinned: null, first: null };
      open('/console/tags?q=tax');
      fireEvent.change(await screen.findByRole('searchbox'), { target: { value: '' } });
      await waitFor(() => expect(place()).toBe('/console/tags?view=all'));
      arrive();
      await screen.findByRole('button', { name: 'Arrange views' });
      const all = await screen.findByRole('link', { name: 'All', current: 'page' });
      expect(all.getAttribute('href')).toBe('/console/tags');
      expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull();
    });

    it('have no part in where the links of the views lead', async () => {
      showList(viewedResource, '/console/tags');
      const all = await screen.findByRole('link', { name: 'All', current: 'page' });
      expect(all.getAttribute('href')).toBe('/console/tags?view=all');
      arrive();
      await waitFor(() => expect(place()).toBe('/console/tags?view=v1&q=bail&sort=-slug'));
    });
  });

  it('are saved once however often the button is clicked', async () => {
    let respond = (_response: Response): void => undefined;
    server.responses['POST /api/console-views'] = () => new Promise((resolve) => (respond = resolve));
    open('/console/tags?q=tax');
    await press('Save view');
    await press('Save');
    await screen.findByText('Please enter a name');
    fireEvent.change(screen.getByRole('textbox', { name: 'Name of the view' }), {
      target: { value: 'Tax' },
    });
    const save = screen.getByRole('button', { name: 'Save' });
    fireEvent.click(save);
    await waitFor(() => expect(save.getAttribute('aria-disabled')).toBe('true'));
    fireEvent.click(save);
    respond(Response.json({ data: view({ id: 'v2', name: 'Tax' }) }, { status: 201 }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.calls.filter(({ call }) => call === 'POST /api/console-views')).toHaveLength(1);
  });

  it('say in their dialog why they could not be saved', async () => {
    server.responses['POST /api/console-views'] = failure(409, 'You have 50 views');
    open('/console/tags?q=tax');
    await press('Save view');
    fireEvent.change(await screen.findByRole('textbox', { name: 'Name of the view' }), {
      target: { value: 'Tax' },
    });
    await press('Save');
    const dialog = screen.getByRole('dialog', { name: 'Save view' });
    expect(await within(dialog).findByText('You have 50 views')).toBeTruthy();
  });

  it('say that a saved one could not become a tab', async () => {
    views = [view({})];
    arrangement = { pinned: ['all', 'v1'], first: null };
    server.responses['PUT /api/console-views/arrangements/tags'] = failure(503, 'Try again later');
    open('/console/tags?q=tax');
    await press('Save view');
    fireEvent.change(await screen.findByRole('textbox', { name: 'Name of the view' }), {
      target: { value: 'Tax' },
    });
    await press('Save');
    expect(await screen.findByText('Try again later')).toBeTruthy();
    await waitFor(() => expect(place()).toContain('view=v2'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('leave the list as it is while they cannot be loaded', async () => {
    server.responses['GET /api/console-views'] = () => new Response(null, { status: 503 });
    open('/console/tags?q=bail');
    await screen.findByRole('columnheader', { name: 'Address' });
    expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull();
  });
});

it('have the desks of the page that shows the list', () => {
  const modules = import.meta.glob('../*/*-resource.{ts,tsx}', { eager: true });
  const resources = Object.values(modules)
    .flatMap((module) => Object.values(module as Record<string, unknown>))
    .filter(
      (value): value is Resource<{ id: number }> =>
        typeof value === 'object' && value !== null && 'columns' in value && 'api' in value,
    );
  const shown = resources.flatMap(({ api: { name }, path }) => {
    const access = knownPages.find((page) => page.path === path)?.access;
    return isConsoleList(name) && access !== undefined
      ? [[name, access === 'administrator' ? null : access]]
      : [];
  });
  expect(Object.fromEntries(shown)).toEqual(CONSOLE_LISTS);
});
