// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { openConsolePage } from '../../../testing/console-page.tsx';
import { stubDialogs } from '../../../testing/dialogs.ts';
import { failure, stubServer } from '../../../testing/fake-server.ts';
import { leavePage, press, type } from '../../../testing/show-page.tsx';
import { addConsolePages } from '../page-table.ts';
import { ProfileEditPage } from './profile-edit-page.tsx';
import { ProfilePage } from './profile-page.tsx';
import { ProfilesPage } from './profiles-page.tsx';

addConsolePages();
beforeEach(() => {
  stubAntdBrowser();
  stubDialogs();
});
afterEach(leavePage);

const ROW = {
  id: 7,
  title: 'Adv. Asha Rao',
  kind: 'lawyer',
  city: 'Pune',
  number: 'MAH/1/2001',
  state: 'changed',
  waiting_since: '2026-11-20T06:30:00.000Z',
  updated_at: '2026-11-20T06:30:00.000Z',
  is_confirmed: true,
  is_public: true,
  duplicates: 1,
  evidence: 1,
  invitation: null,
};
const PROFILE = {
  ...ROW,
  values: [{ label: 'Name', text: 'Adv. Asha Rao' }],
  changes: [{ label: 'Subtitle', before: 'LL.B.', after: 'LL.M.' }],
  photo: null,
  has_owner: true,
  invited: null,
  contact_address: 'asha@example.in',
  same_number: [{ id: 9, title: 'Adv. Ravi Iyer', is_public: false }],
  words: [{ label: 'About', word: 'best' }],
  decisions: [
    { action: 'approve', reason: '', changed: [], by: 11, at: '2026-11-01T06:30:00.000Z' },
    { action: 'edit', reason: '', changed: ['Subtitle', 'Phone'], by: 11, at: '2026-11-02T06:30:00.000Z' },
  ],
  documents: [
    {
      id: 'e1',
      name: 'Sanad 2001.pdf',
      mime: 'application/pdf',
      bytes: 70_000,
      at: '2026-11-19T06:30:00.000Z',
    },
  ],
  path: '/catalogs/lawyers/7/adv-asha-rao',
};
const page = (...data: object[]) => ({
  data,
  meta: { pagination: { page: 1, pageSize: 25, pageCount: 1, total: data.length } },
});

describe('/console/profiles', () => {
  it('lists what waits, with what to look at', async () => {
    const server = stubServer({ 'GET /api/directory/profiles': () => Response.json(page(ROW)) });
    openConsolePage(<ProfilesPage />, '/console/profiles', '/console/profiles?f[state]=queue');
    const row = (await screen.findByText('Adv. Asha Rao')).closest('tr');
    if (row === null) throw new Error('no row');
    for (const text of ['Changed', 'Pune', 'MAH/1/2001', 'Same number twice'])
      expect(within(row).getAllByText(text).length).toBeGreaterThan(0);
    expect(Object.fromEntries(new URLSearchParams(server.calls.at(-1)?.search))).toMatchObject({
      state: 'queue',
      sort: 'waiting',
    });
  });
});

describe('/console/profiles/:id', () => {
  it('shows the difference, the same number and words to look at, and needs a reason to reject', async () => {
    const server = stubServer({
      'GET /api/directory/profiles': () => Response.json(page(ROW)),
      'GET /api/directory/profiles/7': () => Response.json({ data: PROFILE }),
      'POST /api/directory/profiles/7/decisions': () => Response.json({ data: PROFILE }),
    });
    openConsolePage(<ProfilePage />, '/console/profiles/:id', '/console/profiles/7');
    expect((await screen.findByText('LL.B.')).tagName).toBe('DEL');
    expect(screen.getByText('LL.M.').tagName).toBe('INS');
    expect(screen.getByText('Adv. Ravi Iyer').closest('a')?.getAttribute('href')).toBe('/console/profiles/9');
    expect(screen.getByText(/“best” in About/)).toBeTruthy();
    await press('Reject');
    await waitFor(() => expect(screen.getByText(/“Your profile is not approved.”/)).toBeTruthy());
    const dialog = within(screen.getByRole('dialog'));
    dialog.getByRole('button', { name: 'Reject' }).click();
    expect(server.calls.some(({ call }) => call.startsWith('POST'))).toBe(false);
    await type('Reason', 'No such number');
    dialog.getByRole('button', { name: 'Reject' }).click();
    expect(await screen.findByText('Rejected')).toBeTruthy();
    expect(server.calls.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
      action: 'reject',
      reason: 'No such number',
      updated_at: ROW.updated_at,
    });
  });

  it('says that the profile was edited meanwhile, shows what, and decides about that', async () => {
    let stored: object = PROFILE;
    const server = stubServer({
      'GET /api/directory/profiles': () => Response.json(page()),
      'GET /api/directory/profiles/7': () => Response.json({ data: stored }),
      'POST /api/directory/profiles/7/decisions': failure(409, 'The profile was edited meanwhile.'),
    });
    openConsolePage(<ProfilePage />, '/console/profiles/:id', '/console/profiles/7');
    await press('Approve');
    const dialog = within(screen.getByRole('dialog'));
    const edited = '2026-11-28T07:00:00.000Z';
    stored = { ...PROFILE, updated_at: edited, values: [{ label: 'About', text: 'Rated best of all' }] };
    dialog.getByRole('button', { name: 'Approve' }).click();
    expect(await screen.findByText('The profile was edited meanwhile.')).toBeTruthy();
    expect(await dialog.findByText('Rated best of all')).toBeTruthy();
    dialog.getByRole('button', { name: 'Approve' }).click();
    await waitFor(() =>
      expect(server.calls.filter(({ call }) => call.startsWith('POST')).at(-1)?.body).toMatchObject({
        updated_at: edited,
      }),
    );
  });
});

describe('the invitation to claim a profile', () => {
  const UNOWNED = { ...PROFILE, state: 'approved', is_confirmed: null, has_owner: false };
  const INVITED = {
    state: 'open',
    address: 'asha@example.in',
    mails: 1,
    sent_at: '2026-11-20T06:30:00.000Z',
    expires_at: '2026-12-20T06:30:00.000Z',
    by: 11,
    ended_at: null,
    claimed_by: null,
  };
  const open = (profile: object) => {
    const server = stubServer({
      'GET /api/directory/profiles': () => Response.json(page()),
      'GET /api/directory/profiles/7': () => Response.json({ data: profile }),
      'POST /api/directory/profiles/7/invitation': () => Response.json({ data: INVITED }),
      'DELETE /api/directory/profiles/7/invitation': () => Response.json({ data: INVITED }),
    });
    openConsolePage(<ProfilePage />, '/console/profiles/:id', '/console/profiles/7');
    return server;
  };

  it('is mailed to the address of the profile, unless another one is typed', async () => {
    const server = open(UNOWNED);
    await screen.findByText('The profile has no owner. Invite somebody to claim it.');
    await press('Invite');
    const dialog = within(await screen.findByRole('dialog'));
    const field = dialog.getByLabelText('E-mail address') as HTMLInputElement;
    expect(field.value).toBe('asha@example.in');
    await type('E-mail address', 'rao@example.in');
    dialog.getByRole('button', { name: 'Invite' }).click();
    await screen.findByText('The invitation is on its way.');
    expect(server.calls.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
      address: 'rao@example.in',
    });
  });

  it('is shown with its state, sent again, and revoked after a question', async () => {
    const server = open({ ...UNOWNED, invitation: 'open', invited: INVITED });
    await screen.findByText('Invited');
    expect(screen.getByRole('button', { name: 'Send again' })).toBeTruthy();
    await press('Revoke');
    within(await screen.findByRole('dialog'))
      .getByRole('button', { name: 'Revoke' })
      .click();
    await screen.findByText('Invitation revoked');
    expect(server.calls.map(({ call }) => call)).toContain('DELETE /api/directory/profiles/7/invitation');
  });

  it('says who has claimed the profile, and offers nothing then', async () => {
    const ended = { state: 'claimed', address: null, claimed_by: 5, ended_at: '2026-11-21T06:30:00.000Z' };
    open({ ...UNOWNED, has_owner: true, invitation: 'claimed', invited: { ...INVITED, ...ended } });
    await screen.findByText(/Claimed by account 5/);
    for (const name of ['Invite', 'Send again', 'Revoke'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });
});

describe('the documents of a profile', () => {
  it('are downloaded under their name, and deleted after a question', async () => {
    const server = stubServer({
      'GET /api/directory/profiles': () => Response.json(page(ROW)),
      'GET /api/directory/profiles/7': () => Response.json({ data: PROFILE }),
      'GET /api/directory/profiles/7/evidence/e1': () => new Response('%PDF-1.7'),
      'DELETE /api/directory/profiles/7/evidence/e1': () => new Response(null, { status: 204 }),
    });
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined }),
    );
    openConsolePage(<ProfilePage />, '/console/profiles/:id', '/console/profiles/7');
    await press('Download Sanad 2001.pdf');
    await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
    expect(saved.mock.contexts[0]).toMatchObject({ download: 'Sanad 2001.pdf' });
    await press('Delete Sanad 2001.pdf');
    await press('Delete');
    await screen.findByText('Document deleted');
    expect(server.calls.map(({ call }) => call)).toContain('DELETE /api/directory/profiles/7/evidence/e1');
    vi.restoreAllMocks();
  });
});

describe('/console/profiles/:id/edit', () => {
  const attributes = (values: object = {}) => ({
    Title: 'Adv. Asha Rao',
    SubTitle: 'LL.B.',
    SubCategory2: '0',
    Identifier: 'MAH/1/2001',
    shipping_class: null,
    DisplayDate: '2001-06-15',
    Price: 1500,
    Detail1: '<p>Practises in Pune</p>',
    contact: {
      phone_number: '9876543210',
      email_address: 'asha@example.in',
      address: 'Pune',
      website_link: 'https://asha.example',
    },
    Property1: { data: [{ id: 3, attributes: { name: 'Maharashtra' } }] },
    ...values,
  });
  const aServer = (read: () => object, write: (request: Request) => Response) =>
    stubServer({
      'GET /api/lawyers/7': () =>
        Response.json({ data: { id: 7, attributes: read() } }, { headers: { etag: '"e4"' } }),
      'PUT /api/lawyers/7': write,
    });
  const open = () =>
    openConsolePage(<ProfileEditPage />, '/console/profiles/:id/edit', '/console/profiles/7/edit');

  it('sends what was changed, on the state that was read, without a declaration', async () => {
    const states: (string | null)[] = [];
    const server = aServer(attributes, ({ headers }) => {
      states.push(headers.get('if-match'));
      return Response.json({ data: { id: 7, attributes: attributes() } });
    });
    open();
    await screen.findByRole('heading', { name: 'Edit Adv. Asha Rao' });
    expect(screen.queryByLabelText(/^I declare/)).toBeNull();
    await type('Qualification', 'LL.M.');
    await press('Save');
    await screen.findByText('Saved');
    const write = server.calls.find(({ call }) => call === 'PUT /api/lawyers/7');
    expect(write?.body).toEqual({ data: { SubTitle: 'LL.M.' } });
    expect(states).toEqual(['"e4"']);
  });

  it('is not rejected for an odd number that stays as it is, and is for a new one', async () => {
    const contact = { ...attributes().contact, phone_number: '0000010001' };
    const server = aServer(
      () => attributes({ contact }),
      () => Response.json({ data: { id: 7, attributes: attributes({ contact }) } }),
    );
    open();
    await type('Phone number', '0000010002');
    await press('Save');
    await screen.findByText('Phone number must be 10 digits');
    await type('Phone number', '0000010001');
    await type('Qualification', 'LL.M.');
    await press('Save');
    await screen.findByText('Saved');
    const writes = server.calls.filter(({ call }) => call === 'PUT /api/lawyers/7');
    expect(writes.map(({ body }) => body)).toEqual([{ data: { SubTitle: 'LL.M.' } }]);
  });

  it('names what somebody else has changed meanwhile, and keeps what was typed', async () => {
    let subtitle = 'LL.B.';
    const server = aServer(
      () => attributes({ SubTitle: subtitle }),
      () => {
        subtitle = 'LL.D.';
        return Response.json(
          {
            data: null,
            error: { status: 412, name: 'PreconditionFailedError', message: 'Changed', details: {} },
          },
          { status: 412 },
        );
      },
    );
    open();
    await type('Qualification', 'LL.M.');
    await press('Save');
    await screen.findByText(/SubTitle/);
    expect(screen.getByLabelText<HTMLInputElement>('Qualification').value).toBe('LL.M.');
    expect(server.calls.filter(({ call }) => call === 'PUT /api/lawyers/7')).toHaveLength(1);
  });
});
