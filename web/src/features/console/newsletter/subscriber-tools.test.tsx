// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NoticesProvider } from '#shared/app-page/notices.tsx';
import { stubDialogs } from '../../../testing/dialogs.ts';
import { stubServer } from '../../../testing/fake-server.ts';
import { leavePage, press, showPage, type } from '../../../testing/show-page.tsx';
import { SubscriberTools } from './subscriber-tools.tsx';

beforeEach(stubDialogs);
afterEach(leavePage);

const ADMINISTRATOR = 11;

describe('the import of subscribers', () => {
  const outcomeOf = (added: number) => ({ added, unchanged: 0, unsubscribed: 0, bounced: 0, invalid: [] });
  const openImport = async (check: (request: Request) => Response | Promise<Response>) => {
    const server = stubServer({
      'POST /api/subscribers/import': check,
    });
    const tools = (
      <NoticesProvider>
        <SubscriberTools />
      </NoticesProvider>
    );
    showPage(tools, '/console/subscribers').logIn(ADMINISTRATOR);
    await press('Import');
    await type('How and when did they agree?', 'Signed our list in Pune');
    return server;
  };

  it('imports no list that was changed while it was checked', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const server = await openImport(async () => promise);
    await type('Addresses', 'meena@example.in');
    await press('Check the list');
    await type('Addresses', 'meena@example.in\nravi@example.in');
    resolve(Response.json({ data: outcomeOf(1) }));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Check the list' }).getAttribute('aria-disabled')).toBeNull(),
    );
    expect(screen.queryByRole('button', { name: 'Import 1 address' })).toBeNull();
    server.responses['POST /api/subscribers/import'] = () => Response.json({ data: outcomeOf(2) });
    await press('Check the list');
    await screen.findByRole('button', { name: 'Import 2 addresses' });
    expect(server.calls.at(-1)?.body).toMatchObject({
      addresses: ['meena@example.in', 'ravi@example.in'],
      dry_run: true,
    });
  });

  it('needs another check for other words about the consent', async () => {
    await openImport(() => Response.json({ data: outcomeOf(1) }));
    await type('Addresses', 'meena@example.in');
    await press('Check the list');
    await screen.findByRole('button', { name: 'Import 1 address' });
    await type('How and when did they agree?', 'By word of mouth');
    expect(screen.queryByRole('button', { name: 'Import 1 address' })).toBeNull();
  });

  it('has the file that was chosen last, whichever is read first', async () => {
    await openImport(() => Response.json({ data: outcomeOf(1) }));
    const slow = Promise.withResolvers<string>();
    const first = new File([], 'first.csv');
    const second = new File([], 'second.csv');
    Object.assign(first, { text: async () => slow.promise });
    Object.assign(second, { text: async () => 'ravi@example.in' });
    for (const file of [first, second])
      fireEvent.change(screen.getByLabelText('Or a file'), { target: { files: [file] } });
    await screen.findByDisplayValue('ravi@example.in');
    slow.resolve('meena@example.in');
    await slow.promise;
    await press('Check the list');
    await screen.findByRole('button', { name: 'Import 1 address' });
    expect(screen.getByDisplayValue('ravi@example.in')).toBeTruthy();
  });
});
