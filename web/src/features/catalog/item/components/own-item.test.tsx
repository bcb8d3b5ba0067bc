// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import '#shared/site/site-api.ts';
import { SiteProvider } from '#shared/site/site-context.tsx';
import { listOf } from '../../../../testing/fake-api.ts';
import { aProfile } from '../../../../testing/fake-catalogue.ts';
import { failure, stubServer } from '../../../../testing/fake-server.ts';
import { leavePage, press, showPage } from '../../../../testing/show-page.tsx';
import { aSite } from '../../../../testing/site.ts';
import { OwnItem } from './own-item.tsx';

const LAWYER = 5;
const REVIEW = {
  id: 7,
  state: 'waiting',
  is_public: false,
  reason: null,
  decided_at: null,
  declared_at: '2026-11-28T06:00:00.000Z',
};
let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  server = stubServer({
    'GET /api/lawyers': () => Response.json(listOf([aProfile(7)])),
    'GET /api/directory/own': () => Response.json({ data: { ...REVIEW, hidden_by: 'unconfirmed' } }),
  });
});
afterEach(leavePage);

const open = () =>
  showPage(
    <SiteProvider value={aSite()}>
      <OwnItem kind="lawyers" id={7} slug="adv" />
    </SiteProvider>,
    '/catalogs/lawyers/7',
  ).logIn(LAWYER);

it('tells the owner to confirm the email address where only that hides the profile', async () => {
  open();
  expect(
    await screen.findByText(/Please confirm your email address: we have mailed you a link\./),
  ).toBeTruthy();
});

it('says that only the owner sees a profile that waits for approval', async () => {
  server.responses['GET /api/directory/own'] = () =>
    Response.json({ data: { ...REVIEW, hidden_by: 'approval' } });
  open();
  expect(await screen.findByText(/For now, only you can see it\./)).toBeTruthy();
});

it('shows when the owner declared the profile without reading it where others do, which finds nothing', async () => {
  open();
  expect(await screen.findByText('Declared true by the owner on')).toBeTruthy();
  expect(screen.getByText('28 Nov 2026')).toBeTruthy();
  expect(server.calls.filter(({ call }) => call.endsWith('/declaration'))).toEqual([]);
});

it('can be tried again where the service does not respond', async () => {
  server.responses['GET /api/lawyers'] = failure(503, 'down');
  open();
  expect(await screen.findByText('This part cannot be shown just now')).toBeTruthy();
  expect(screen.queryByText('Item Not Found')).toBeNull();
  server.responses['GET /api/lawyers'] = () => Response.json(listOf([aProfile(7)]));
  await press('Try again');
  expect(await screen.findByText(/This is how others will see your profile/)).toBeTruthy();
});

it('is that of a missing item for another id', async () => {
  server.responses['GET /api/lawyers'] = () => Response.json(listOf([]));
  open();
  expect(await screen.findByText('Item Not Found')).toBeTruthy();
});
