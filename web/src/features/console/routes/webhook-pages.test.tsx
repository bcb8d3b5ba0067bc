// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Delivery, Webhook } from '@vidhi/contracts/webhooks.ts';
import { NoticesProvider } from '#shared/app-page/notices.tsx';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { stubDialogs } from '../../../testing/dialogs.ts';
import { failure, stubServer } from '../../../testing/fake-server.ts';
import { Pages } from '../../../testing/pages.tsx';
import { leavePage, press, showPage, type } from '../../../testing/show-page.tsx';
import { ConfirmProvider } from '../kit/confirm.tsx';
import { WebhookPage } from './webhook-page.tsx';
import { WebhooksPage } from './webhooks-page.tsx';

beforeEach(() => {
  stubAntdBrowser();
  stubDialogs();
});
afterEach(leavePage);

const HOOK: Webhook = {
  id: 7,
  url: 'https://receiver.example/hook',
  events: ['order.created'],
  active: true,
  created_at: '2026-11-28T06:30:00.000Z',
  rev: 1,
};
const DELIVERY: Delivery = {
  id: 'a'.repeat(40),
  event: 'order.created',
  state: 'failed',
  attempts: 7,
  created_at: '2026-11-28T06:30:00.000Z',
  due_at: null,
  result: '500',
};

function open(page: ReactNode, path: string): void {
  showPage(
    <NoticesProvider>
      <ConfirmProvider>{page}</ConfirmProvider>
    </NoticesProvider>,
    path,
  ).logIn(11);
}
const openOne = (): void =>
  open(<Pages of={{ '/console/webhooks/:id': <WebhookPage /> }} />, '/console/webhooks/7');

describe('/console/webhooks', () => {
  it('adds one, shows its secret once, and says why an address is rejected', async () => {
    let rows: Webhook[] = [];
    const reason = 'Its host is not on the public internet';
    const server = stubServer({
      'GET /api/webhooks': () => Response.json({ data: rows }),
      'POST /api/webhooks': failure(400, reason),
    });
    open(<WebhooksPage />, '/console/webhooks');
    await press('Add webhook');
    expect(await screen.findByText('Please enter the address.')).toBeTruthy();
    await type('Address', 'https://10.0.0.1/');
    fireEvent.click(screen.getByLabelText('An order was placed and paid'));
    await press('Add webhook');
    expect(await screen.findByText(reason)).toBeTruthy();
    server.responses['POST /api/webhooks'] = () => {
      rows = [HOOK];
      return Response.json({ data: { ...HOOK, secret: 'whsec_abc' } }, { status: 201 });
    };
    await type('Address', HOOK.url);
    await press('Add webhook');
    expect(await screen.findByText('whsec_abc')).toBeTruthy();
    expect(server.calls.findLast(({ call }) => call.startsWith('POST'))?.body).toEqual({
      data: { url: HOOK.url, events: ['order.created'] },
    });
    expect(await screen.findByText(HOOK.url)).toBeTruthy();
  });
});

describe('/console/webhooks/:id', () => {
  it('lists deliveries, and sends one again', async () => {
    let deliveries = [DELIVERY];
    const retry = `POST /api/webhooks/7/deliveries/${DELIVERY.id}/retry`;
    stubServer({
      'GET /api/webhooks': () => Response.json({ data: [HOOK] }),
      'GET /api/webhooks/7/deliveries': () => Response.json({ data: deliveries }),
      [retry]: () => {
        deliveries = [{ ...DELIVERY, state: 'delivered', attempts: 1, result: '200' }];
        return Response.json({ data: DELIVERY });
      },
    });
    openOne();
    expect(await screen.findByText('Given up, 7 attempts, last result: 500')).toBeTruthy();
    await press('Send order.created again');
    expect(await screen.findByText('Delivered, 1 attempt, last result: 200')).toBeTruthy();
  });

  it('is turned off at the state that was read, and has its secret replaced', async () => {
    let hook = HOOK;
    const server = stubServer({
      'GET /api/webhooks': () => Response.json({ data: [hook] }),
      'GET /api/webhooks/7/deliveries': () => Response.json({ data: [] }),
      'PUT /api/webhooks/7': () => {
        hook = { ...HOOK, active: false, rev: 2 };
        return Response.json({ data: hook });
      },
      'POST /api/webhooks/7/secret': () => Response.json({ data: { ...hook, secret: 'whsec_new' } }),
    });
    openOne();
    await press('Turn off');
    expect(await screen.findByText(/This webhook is off/)).toBeTruthy();
    expect(server.calls.find(({ call }) => call.startsWith('PUT'))?.body).toEqual({
      data: { url: HOOK.url, events: HOOK.events, active: false, rev: 1 },
    });
    await press('Replace the secret');
    await press('Replace');
    expect(await screen.findByText('whsec_new')).toBeTruthy();
  });
});
