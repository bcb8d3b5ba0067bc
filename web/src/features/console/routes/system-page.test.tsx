// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DeadLetter } from '@vidhi/contracts/dead-letters.ts';
import type { SystemHealth } from '@vidhi/contracts/system-health.ts';
import { NoticesProvider } from '#shared/app-page/notices.tsx';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { stubDialogs } from '../../../testing/dialogs.ts';
import { failure, stubServer } from '../../../testing/fake-server.ts';
import { leavePage, press, showPage } from '../../../testing/show-page.tsx';
import { SystemLine } from '../today/system-line.tsx';
import { SystemPage } from './system-page.tsx';

beforeEach(() => {
  stubAntdBrowser();
  stubDialogs();
});
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
const NO_IMPORT = { is_available: true, limit_bytes: 1_000_000, archive: null, run: null };
const MAIL_SERVER = { host: 'mail.example', sender: 'no-reply@site.example', is_sandbox: false };
const mailServer = () => Response.json({ data: MAIL_SERVER });
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
      'GET /api/system/notify/mail-server': mailServer,
      'GET /api/system/notify/dead-mails': none,
      'GET /api/system/dead-letters': none,
      'GET /api/system/restore-drills': none,
      'GET /api/system/backups': () => Response.json({ data: [BACKUP] }),
      'GET /api/system/imports': () => Response.json({ data: NO_IMPORT }),
    });
    open();
    for (const text of [
      'Everything works.',
      'Started 2 hours ago, 120 MB of memory, Node.js 24.9.0',
      'All services have read every event.',
      '2 mails wait to be sent.',
      'Mails go out by mail.example, from no-reply@site.example.',
      'Disk: 50.0 GB of 100.0 GB are free.',
      /The certificate of news\.example is good until/,
      /The last one was made 1 day ago/,
      /Nobody has tried yet whether a backup can be restored/,
    ])
      expect(await screen.findByText(text)).toBeTruthy();
    const link = await screen.findByRole('link', { name: 'Import a site' });
    expect(link.getAttribute('href')).toBe('/console/import');
    await waitFor(() => expect(screen.getAllByText('None.')).toHaveLength(2));
  });

  it('says what is wrong, since when and what to do, while notify and accounts are away', async () => {
    stubServer({
      'GET /api/system/health': () => Response.json({ data: AWAY }),
      'GET /api/system/notify/mail-server': failure(503, 'down'),
      'GET /api/system/notify/dead-mails': failure(503, 'down'),
      'GET /api/system/dead-letters': failure(503, 'down'),
      'GET /api/system/restore-drills': failure(503, 'down'),
      'GET /api/system/backups': failure(503, 'down'),
      'GET /api/system/imports': failure(503, 'down'),
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
      /accounts does not respond, so that these events cannot be listed/,
      /accounts does not respond, so that its list of backups cannot be read/,
    ])
      expect(await screen.findByText(text)).toBeTruthy();
  });

  it('says where mails are while the site has no mail server', async () => {
    stubServer({
      'GET /api/system/health': () => Response.json({ data: WELL }),
      'GET /api/system/notify/mail-server': () =>
        Response.json({ data: { ...MAIL_SERVER, is_sandbox: true } }),
      'GET /api/system/notify/dead-mails': none,
      'GET /api/system/dead-letters': none,
      'GET /api/system/restore-drills': none,
      'GET /api/system/backups': none,
      'GET /api/system/imports': () => Response.json({ data: NO_IMPORT }),
    });
    open();
    expect(await screen.findByText(/^No mail leaves this server/)).toBeTruthy();
  });

  const DRILL = {
    started_at: '2026-11-26T06:29:00.000Z',
    finished_at: '2026-11-26T06:30:00.000Z',
    backup_started_at: BACKUP.started_at,
    documents: 812,
    failure: null,
  };
  it.each([
    [DRILL, /^A backup was restored to try it 2 days ago: .+, with 812 documents, each as it was\.$/],
    [
      { ...DRILL, documents: 0, failure: 'The backup lacks catalog/uploads.' },
      /^A backup could not be restored when it was tried 2 days ago: .+\. The backup lacks catalog\/uploads\.$/,
    ],
  ])('says how the last restore drill ended', async (drill, text) => {
    stubServer({
      'GET /api/system/health': () => Response.json({ data: WELL }),
      'GET /api/system/notify/mail-server': mailServer,
      'GET /api/system/notify/dead-mails': none,
      'GET /api/system/dead-letters': none,
      'GET /api/system/backups': () => Response.json({ data: [BACKUP] }),
      'GET /api/system/restore-drills': () => Response.json({ data: [drill] }),
      'GET /api/system/imports': () => Response.json({ data: NO_IMPORT }),
    });
    open();
    expect(
      await screen.findByText(
        (_, element) => element?.tagName === 'P' && text.test(element.textContent ?? ''),
      ),
    ).toBeTruthy();
  });

  it('sends mails again that were given up', async () => {
    let mails = [MAIL];
    const server = stubServer({
      'GET /api/system/health': () => Response.json({ data: WELL }),
      'GET /api/system/dead-letters': none,
      'GET /api/system/notify/mail-server': mailServer,
      'GET /api/system/notify/dead-mails': () =>
        Response.json({ data: mails, meta: { total: mails.length } }),
      'POST /api/system/notify/dead-mails/resend': () => {
        mails = [];
        return Response.json({ data: { resent: 1 } });
      },
      'GET /api/system/restore-drills': none,
      'GET /api/system/backups': none,
      'GET /api/system/imports': () => Response.json({ data: { ...NO_IMPORT, is_available: false } }),
    });
    open();
    expect(await screen.findByText('smtp-550')).toBeTruthy();
    await press('Send Order confirmed again');
    expect(await screen.findByText('The mail is on its way.')).toBeTruthy();
    await waitFor(() => expect(screen.getAllByText('None.')).toHaveLength(2));
    const sent = server.calls.find(({ call }) => call.startsWith('POST'));
    expect(sent?.body).toEqual({ ids: ['m1'] });
  });
});

describe('events that could not be handled, in /console/system', () => {
  const LETTER: DeadLetter = {
    id: 'a'.repeat(32),
    group: 'notify-mail-requests',
    topic: 'accounts.mail-requests',
    partition: 2,
    offset: '41',
    event: 'mail.requested',
    error: 'TypeError',
    message: 'no such template',
    attempts: 6,
    first_failed_at: '2026-11-28T05:00:00.000Z',
    last_failed_at: '2026-11-28T05:00:09.000Z',
    state: 'waiting',
    replays: 0,
  };
  const OTHER: DeadLetter = { ...LETTER, id: 'b'.repeat(32), offset: '42', event: null };
  const PLACE = 'accounts.mail-requests, partition 2, offset 41';

  /** @param replayedBefore ids of those that somebody else has replayed since they were listed */
  function aSite(stored: readonly DeadLetter[], replayedBefore: readonly string[] = []) {
    let letters = [...stored];
    const server = stubServer({
      'GET /api/system/health': () => Response.json({ data: WELL }),
      'GET /api/system/notify/mail-server': mailServer,
      'GET /api/system/notify/dead-mails': none,
      'GET /api/system/restore-drills': none,
      'GET /api/system/backups': none,
      'GET /api/system/imports': () => Response.json({ data: { ...NO_IMPORT, is_available: false } }),
      'GET /api/system/dead-letters': () => Response.json({ data: letters, meta: { total: letters.length } }),
      [`GET /api/system/dead-letters/${LETTER.id}`]: () =>
        Response.json({ data: { id: LETTER.id, key: '4', content: '{"a":"<b>x</b>"}', is_cut: false } }),
      'POST /api/system/dead-letters/replay': async (request) => {
        const { ids } = (await request.json()) as { ids: string[] };
        const isReplayed = ({ id, state }: { id: string; state: string }) =>
          ids.includes(id) && state === 'waiting' && !replayedBefore.includes(id);
        const replayed = letters.filter(isReplayed).length;
        letters = letters.map((letter) =>
          ids.includes(letter.id) ? { ...letter, state: 'replaying' } : letter,
        );
        return Response.json({ data: { replayed } });
      },
      [`POST /api/system/dead-letters/${LETTER.id}/drop`]: () => {
        letters = [];
        return new Response(null, { status: 204 });
      },
    });
    open();
    return server;
  }
  const sent = (server: ReturnType<typeof stubServer>) =>
    server.calls.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body);

  it('says which service failed, where and why, and shows the content as text', async () => {
    aSite([LETTER]);
    expect(await screen.findByRole('region', { name: 'notify, mail requests' })).toBeTruthy();
    expect(screen.getByText('TypeError: no such template')).toBeTruthy();
    await press(`Read mail.requested ${PLACE}`);
    const content = await screen.findByRole('region', { name: 'Content' });
    expect(content.textContent).toBe('{\n  "a": "<b>x</b>"\n}');
    expect(content.querySelector('b')).toBeNull();
  });

  it('replays one, and all of a service', async () => {
    const server = aSite([LETTER, OTHER]);
    await press('Replay all 2');
    expect(
      await screen.findByText('2 events are on their way. Those that fail again come back here.'),
    ).toBeTruthy();
    await waitFor(() => expect(screen.getAllByText('On its way to the service again.')).toHaveLength(2));
    expect(sent(server)).toEqual([{ ids: [LETTER.id, OTHER.id] }]);
    expect(screen.queryByText('Replay')).toBeNull();
  });

  it.each([
    [[OTHER.id], 'The event is on its way to its service. It comes back here if it fails again.'],
    [[LETTER.id, OTHER.id], 'Somebody has replayed these already.'],
  ])('counts none of %j that somebody else has replayed meanwhile', async (replayedBefore, notice) => {
    aSite([LETTER, OTHER], replayedBefore);
    await press('Replay all 2');
    expect(await screen.findByText(notice)).toBeTruthy();
  });

  it('drops one with a reason', async () => {
    const server = aSite([LETTER]);
    await press(`Drop mail.requested ${PLACE}`);
    await press('Drop');
    expect(await screen.findByText('Please write why: it is in the audit log.')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Of a test' } });
    await press('Drop');
    await waitFor(() => expect(screen.getAllByText('None.')).toHaveLength(2));
    expect(sent(server)).toEqual([{ reason: 'Of a test' }]);
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
