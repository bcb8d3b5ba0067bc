// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ApiToken } from '@vidhi/contracts/api-tokens.ts';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { openConsolePage } from '../../../testing/console-page.tsx';
import { stubDialogs } from '../../../testing/dialogs.ts';
import { stubServer } from '../../../testing/fake-server.ts';
import { leavePage, press, type } from '../../../testing/show-page.tsx';
import { TokensPage } from './tokens-page.tsx';

beforeEach(() => {
  stubAntdBrowser();
  stubDialogs();
});
afterEach(leavePage);

const STORED: ApiToken = {
  id: 't1',
  name: 'Stock sync',
  scopes: ['stock:read'],
  hint: 'vidhi_abcd',
  created_by: 11,
  created_at: '2026-11-28T06:30:00.000Z',
  expires_at: '2036-11-28T06:30:00.000Z',
  last_used_at: null,
};

const open = (): void => {
  openConsolePage(<TokensPage />, '/console/tokens', '/console/tokens');
};

describe('/console/tokens', () => {
  it('shows a new token once, and lists it without it', async () => {
    let rows: ApiToken[] = [];
    const server = stubServer({
      'GET /api/tokens': () => Response.json({ data: rows }),
      'POST /api/tokens': () => {
        rows = [STORED];
        return Response.json({ data: { ...STORED, token: 'vidhi_abcd-the-secret' } }, { status: 201 });
      },
    });
    open();
    expect(await screen.findByText('There are no tokens yet.')).toBeTruthy();
    await press('Create token');
    expect(await screen.findByText('Please give it a name that says who uses it.')).toBeTruthy();
    await type('Name', 'Stock sync');
    await press('Create token');
    expect(await screen.findByText('Please choose what it may do.')).toBeTruthy();
    fireEvent.click(screen.getByLabelText('Read how many copies there are'));
    await press('Create token');
    expect(await screen.findByText('vidhi_abcd-the-secret')).toBeTruthy();
    expect(server.calls.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
      name: 'Stock sync',
      scopes: ['stock:read'],
      expires_in_days: 90,
    });
    expect(await screen.findByText(/Not used yet/)).toBeTruthy();
    await press('I have copied it');
    expect(screen.queryByText('vidhi_abcd-the-secret')).toBeNull();
  });

  it('revokes a token after a question', async () => {
    let rows = [STORED];
    const server = stubServer({
      'GET /api/tokens': () => Response.json({ data: rows }),
      'DELETE /api/tokens/t1': () => {
        rows = [];
        return new Response(null, { status: 204 });
      },
    });
    open();
    await press('Revoke Stock sync');
    expect(server.calls.filter(({ call }) => call.startsWith('DELETE'))).toEqual([]);
    await press('Revoke');
    expect(await screen.findByText('There are no tokens yet.')).toBeTruthy();
  });
});
