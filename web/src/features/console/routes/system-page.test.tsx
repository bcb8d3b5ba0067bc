// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SystemHealth } from '@vidhi/contracts/system-health.ts';
import { NoticesProvider } from '#shared/app-page/notices.tsx';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { failure, stubServer } from '../../../testing/fake-server.ts';
import { leavePage, press, showPage } from '../../../testing/show-page.tsx';
import { SystemLine } from '../today/system-line.tsx';
import { SystemPage } from './system-page.tsx';

beforeEach(stubAntdBrowser);
afterEach(leavePage);

const NOW = '2026-11-28T06:30:00.000Z';
const NOTIFY: SystemHealth['processes'][number] = {
  service: 'notify',
  part: null,
  state: 'ready',
  since: '2026-11-28T04:30:00.000Z',
  started_at: '2026-11-28T04:30:00.000Z',
  node: 'v24.9.0',
  memory_bytes: 120_000_000,
  disk: { free_bytes: 50e9, total_bytes: 100e9 },
  failing: [],
};
const WELL: SystemHealth = {
  measured_at: NOW,
  problems: [],
  processes: [NOTIFY],
  consumers: [
    { service: 'notify', name: 'mail_requests', lag_records: 0, silent_seconds: 1, dead_letters: 0 },
  ],
  data: [{ service: 'news', outbox_oldest_seconds: 0, data_age_seconds: 1 }],
  mails: { waiting: 2, dead: 0, oldest_waiting_seconds: 3 },
  certificate: { host: 'news.example', valid_to: '2027-01-28T06:30:00.000Z' },
};
const AWAY: SystemHealth = {
  ...WELL,
  problems: [
    {
      name: 'ServiceIsDown',
      severity: 'page',
      title: 'notify does not run. No mails go out.',
      advice: 'Start it again.',
      since: '2026-11-28T06:20:00.000Z',
      runbook: 'docs/runbooks/service-is-down.md',
    },
  ],
  processes: [{ ...NOTIFY, state: 'unreachable', since: '2026-11-28T06:20:00.000Z', started_at: null }],
  data: [{ service: 'news', outbox_oldest_seconds: 90, data_age_seconds: 1 }],
  mails: null,
  certificate: null,
};
const MAIL = {
  id: 'm1',
  template: 'order-confirmed',
  role: 'buyer',
  failure: 'smtp-550',
  died_at: '2026-11-28T05:30:00.000Z',
};
const BACKUP = {
  started_at: '2026-11-27T06:29:00.000Z',
  finished_at: '2026-11-27T06:30:00.000Z',
  documents: 812,
  bytes: 3_000_000,
  files: ['catalog'],
};
const none = () => Response.json({ data: [], meta: { total: 0 } });

const open = (): void => {
  showPage(
    <NoticesProvider>
      <SystemPage />
    </NoticesProvider>,
    '/console/system',
  ).logIn(11);
};

describe('/console/system', () => {
  it('says that everything works, with the figures of a site', async () => {
    stubServer({
      'GET /api/system/health': () => Response.json({ data: WELL }),
      'GET /api/system/notify/dead-mails': none,
      'GET /api/system/backups': () => Response.json({ data: [BACKUP] }),
    });
    open();
    for (const text of [
      'Everything works.',
      'Started 2 hours ago, 120 MB of memory, Node.js 24.9.0',
      'All services have read every event.',
      '2 mails wait to be sent.',
      'Disk: 50.0 GB of 100.0 GB are free.',
      /The certificate of news\.example is good until/,
      'None.',
      /The last one was made 1 day ago/,
    ])
      expect(await screen.findByText(text)).toBeTruthy();
  });

  it('says what is wrong, since when and what to do, while notify and accounts are away', async () => {
    stubServer({
      'GET /api/system/health': () => Response.json({ data: AWAY }),
      'GET /api/system/notify/dead-mails': failure(503, 'down'),
      'GET /api/system/backups': failure(503, 'down'),
    });
    open();
    for (const text of [
      'notify does not run. No mails go out.',
      'Start it again.',
      /^For 10 minutes, since/,
      'Does not run for 10 minutes',
      'Changes in news have waited for 1 minute.',
      'notify does not say how many mails wait.',
      /notify does not respond, so that its mails cannot be listed/,
      /accounts does not respond, so that its list of backups cannot be read/,
    ])
      expect(await screen.findByText(text)).toBeTruthy();
  });

  it('sends mails again that were given up', async () => {
    let mails = [MAIL];
    const server = stubServer({
      'GET /api/system/health': () => Response.json({ data: WELL }),
      'GET /api/system/notify/dead-mails': () =>
        Response.json({ data: mails, meta: { total: mails.length } }),
      'POST /api/system/notify/dead-mails/resend': () => {
        mails = [];
        return Response.json({ data: { resent: 1 } });
      },
      'GET /api/system/backups': none,
    });
    open();
    expect(await screen.findByText('smtp-550')).toBeTruthy();
    await press('Send Order confirmed again');
    expect(await screen.findByText('The mail is on its way.')).toBeTruthy();
    expect(await screen.findByText('None.')).toBeTruthy();
    const sent = server.calls.find(({ call }) => call.startsWith('POST'));
    expect(sent?.body).toEqual({ ids: ['m1'] });
  });
});

describe('the line of the system in Today', () => {
  it('says what is wrong, with a way to what to do', async () => {
    stubServer({ 'GET /api/system/health': () => Response.json({ data: AWAY }) });
    showPage(<SystemLine />, '/console').logIn(11);
    expect(await screen.findByText(/notify does not run/)).toBeTruthy();
  });

  it('is absent while everything works', async () => {
    const server = stubServer({ 'GET /api/system/health': () => Response.json({ data: WELL }) });
    const { store, logIn } = showPage(<SystemLine />, '/console');
    logIn(11);
    await waitFor(() => expect(server.calls).toHaveLength(1));
    await waitFor(() => expect(JSON.stringify(store.getState())).toContain('news.example'));
    expect(screen.queryByText(/What to do/)).toBeNull();
  });
});
