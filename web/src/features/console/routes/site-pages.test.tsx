// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_MENU } from '@vidhi/contracts/site-layout.ts';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { openConsolePage } from '../../../testing/console-page.tsx';
import { stubDialogs } from '../../../testing/dialogs.ts';
import { failure, stubServer } from '../../../testing/fake-server.ts';
import { leavePage, press, type } from '../../../testing/show-page.tsx';
import { SettingsPage } from './settings-page.tsx';
import { MenusPage } from './menus-page.tsx';

beforeEach(() => {
  stubAntdBrowser();
  stubDialogs();
});
afterEach(leavePage);

const MENU = [
  { name: 'Acts', path: '/news/acts' },
  { name: 'Books', path: '/catalogs/books' },
];
const ACTS = 'link 1 of Menu';

interface Stored {
  attributes: Record<string, unknown>;
  rev: number;
}

/** A service that stores the options of the site and takes a write of the newest state only. */
function stubOptions(attributes: Record<string, unknown>) {
  const stored: Stored = { attributes, rev: 1 };
  const read = () =>
    Response.json(
      { data: { id: 1, attributes: stored.attributes } },
      { headers: { etag: `"e${stored.rev}"` } },
    );
  const writes: unknown[] = [];
  const server = stubServer({
    'GET /api/site-options': read,
    'GET /api/site-setting': () => Response.json({ data: { id: 1, attributes: {} } }),
    'PUT /api/site-options': async (request) => {
      const condition = request.headers.get('if-match');
      if (condition !== null && condition !== `"e${stored.rev}"`) return failure(412, 'Changed')();
      const { data } = (await request.json()) as { data: object };
      writes.push(data);
      change(data);
      return read();
    },
  });
  const change = (values: object): void => {
    stored.attributes = { ...stored.attributes, ...values };
    stored.rev += 1;
  };
  return { server, writes, change };
}

const open = (page: ReactNode, path: string) => openConsolePage(page, path, path);
const nameOf = (link: string) => `Name of ${link}`;

describe('/console/menus', () => {
  it('stores the list that was changed, and leaves the other to who changes it', async () => {
    const { writes, change } = stubOptions({ menu_links: MENU, foot_columns: null });
    open(<MenusPage />, '/console/menus');
    await type(nameOf(ACTS), 'Statutes');
    change({ foot_columns: [{ links: MENU }], site_name: 'Bihar Law' });
    await press('Save');
    await screen.findByText('Saved');
    expect(writes).toEqual([{ menu_links: [{ name: 'Statutes', path: '/news/acts' }, MENU[1]] }]);
  });

  it('replaces what somebody else has stored in the same list after a question only', async () => {
    const { writes, change } = stubOptions({ menu_links: MENU, foot_columns: null });
    open(<MenusPage />, '/console/menus');
    await type(nameOf(ACTS), 'Statutes');
    change({ menu_links: [MENU[1]] });
    await press('Save');
    const question = within(await screen.findByRole('dialog'));
    fireEvent.click(question.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText(/^Nothing is saved/)).toBeTruthy();
    expect(writes).toEqual([]);
    await press('Save');
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Save mine' }));
    await waitFor(() => expect(writes).toHaveLength(1));
  });

  it('does not count as saved what is typed during a save', async () => {
    const { server, writes } = stubOptions({ menu_links: MENU, foot_columns: null });
    const { promise, resolve } = Promise.withResolvers<null>();
    const put = server.responses['PUT /api/site-options'];
    server.responses['PUT /api/site-options'] = async (request) => {
      await promise;
      return put?.(request) ?? Response.error();
    };
    open(<MenusPage />, '/console/menus');
    await type(nameOf(ACTS), 'Statutes');
    await press('Save');
    await type(nameOf(ACTS), 'Statutes and rules');
    resolve(null);
    await screen.findByText('Saved');
    expect(screen.getByDisplayValue('Statutes and rules')).toBeTruthy();
    const leaving = new Event('beforeunload', { cancelable: true });
    globalThis.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);
    await press('Save');
    await waitFor(() => expect(writes).toHaveLength(2));
  });

  it('shows the lists as they are stored now, not a copy of an earlier page', async () => {
    const { change } = stubOptions({ menu_links: MENU, foot_columns: null });
    const { store, unmount } = open(<MenusPage />, '/console/menus');
    await screen.findByDisplayValue('Acts');
    change({ menu_links: [{ name: 'Rules', path: '/news/rules' }] });
    unmount();
    openConsolePage(<MenusPage />, '/console/menus', '/console/menus', store);
    expect(await screen.findByDisplayValue('Rules')).toBeTruthy();
    expect(screen.queryByDisplayValue('Acts')).toBeNull();
  });

  it('keeps the focus when a link is moved to the end of its list or removed', async () => {
    stubOptions({ menu_links: MENU, foot_columns: null });
    open(<MenusPage />, '/console/menus');
    const down = await screen.findByRole('button', { name: 'Move Acts down' });
    down.focus();
    fireEvent.click(down);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move Acts down' }));
    expect(screen.getByLabelText('Name of link 2 of Menu')).toHaveProperty('value', 'Acts');
    await press('Remove Books');
    expect(document.activeElement).toBe(screen.getByLabelText('Name of link 1 of Menu'));
    await press('Remove Acts');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a link to Menu' }));
  });

  it('stores nothing for lists that are as they were', async () => {
    const { writes } = stubOptions({});
    open(<MenusPage />, '/console/menus');
    const [first] = DEFAULT_MENU;
    expect(await screen.findByLabelText(nameOf(ACTS))).toHaveProperty('value', first?.name);
    await press('Save');
    await screen.findByText('Saved');
    expect(writes).toEqual([]);
  });
});

describe('/console/settings', () => {
  const saveName = () => {
    const button = screen.getAllByRole('button', { name: 'Save' })[0];
    if (button === undefined) throw new Error('no button');
    fireEvent.click(button);
  };

  it('saves over a change of another setting, and asks about one of the same', async () => {
    const { writes, change } = stubOptions({ site_name: 'Vidhi', tagline: 'Law' });
    open(<SettingsPage />, '/console/settings');
    await type('Name of the site', 'Bihar Law');
    change({ tagline: 'Law for Bihar' });
    saveName();
    await waitFor(() => expect(writes).toEqual([{ site_name: 'Bihar Law' }]));
    expect(await screen.findByDisplayValue('Law for Bihar')).toBeTruthy();
    await type('Name of the site', 'Patna Law');
    change({ site_name: 'Law of Bihar' });
    saveName();
    expect(await screen.findByRole('dialog')).toBeTruthy();
    expect(writes).toHaveLength(1);
  });
});
