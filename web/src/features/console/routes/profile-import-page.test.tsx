// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { openConsolePage } from '../../../testing/console-page.tsx';
import { stubDialogs } from '../../../testing/dialogs.ts';
import { stubServer } from '../../../testing/fake-server.ts';
import { leavePage, press, recordSavedFiles } from '../../../testing/show-page.tsx';
import { addConsolePages } from '../page-table.ts';
import { ProfileImportPage } from './profile-import-page.tsx';

beforeAll(() => {
  addConsolePages();
  stubDialogs();
});

const page = (...data: object[]) => Response.json({ data, meta: { pagination: { total: data.length } } });
const LISTS = [
  'country-states',
  'state-districts',
  'cities',
  'type-of-courts',
  'courts',
  'specializations',
  'languages',
];

let server: ReturnType<typeof stubServer>;
beforeEach(() => {
  stubAntdBrowser();
  server = stubServer({
    'GET /api/lawyers': () =>
      page({
        id: 7,
        attributes: {
          Title: 'Adv. Rao',
          SubCategory2: '0',
          Identifier: 'BAR/7',
          contact: { email_address: 'office@rao.example' },
          users_permissions_user: { data: { id: 5, attributes: {} } },
        },
      }),
    'GET /api/profile-batches': () => Response.json({ data: [] }),
    ...Object.fromEntries(LISTS.map((list) => [`GET /api/${list}`, () => page()])),
  });
});
afterEach(leavePage);

it('imports its template with invitations, and says whom it could not invite', async () => {
  const files = recordSavedFiles();
  openConsolePage(<ProfileImportPage />, '/console/profiles/import', '/console/profiles/import');
  await press('Template');
  await expect.poll(() => files[0]?.name).toBe('profiles-template.csv');
  const text = `${files[0]?.text ?? ''}\r\n,,Adv. New,,bar 7,,office@rao.example\r\n`;
  fireEvent.change(await screen.findByLabelText('CSV file'), {
    target: { files: [new File([text], 'lawyers.csv', { type: 'text/csv' })] },
  });
  await screen.findByText('1 new');
  await screen.findByText('1 with faults');
  await screen.findByText(/has an owner: an import does not change it/);
  fireEvent.click(screen.getByRole('checkbox', { name: /^Invite/ }));
  const result = {
    row: 2,
    id: 8,
    title: 'Adv. Asha Rao',
    state: 'created',
    message: 'Not invited: the profile has no e-mail address',
  };
  server.responses['POST /api/profile-batches'] = async (request) => {
    const { data } = (await request.json()) as { data: { key: string } };
    server.responses[`POST /api/profile-batches/${data.key}/rows`] = () =>
      Response.json({ data: { rows: [result] } });
    return Response.json({ data: {} });
  };
  await press('Import 1 profile');
  await screen.findByText('1 of 1 rows: 1 new');
  await screen.findByText('Not invited: the profile has no e-mail address');
  const link = screen.getByRole('link', { name: 'Open the profile' });
  expect(link.getAttribute('href')).toBe('/console/profiles/8');
  const posted = server.calls.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body);
  expect(posted).toMatchObject([
    { data: { kind: 'profiles', label: 'lawyers.csv', total: 1, invites: true } },
    { data: [{ row: 2, id: null, values: { Title: 'Adv. Asha Rao', Identifier: 'MAH/1234/2010' } }] },
  ]);
});
