// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Job } from '@vidhi/contracts/jobs.ts';
import { NoticesProvider } from '#shared/app-page/notices.tsx';
import { stubDialogs } from '../../../testing/dialogs.ts';
import { stubServer } from '../../../testing/fake-server.ts';
import { leavePage, press, showPage } from '../../../testing/show-page.tsx';
import { JobDialog } from './job-dialog.tsx';
import type { BeginJob } from './jobs.ts';
import { RecentJobs } from './recent-jobs.tsx';
import { useJob } from './use-job.ts';

const WHAT: BeginJob = {
  collection: 'books',
  action: 'hide',
  params: {},
  rows: { selected: { rows: new Map([[1, 1]]), isAll: false }, path: '/books?q=' },
};
const HIDE = { key: 'hide', label: 'Hide' };
const aJob = (values: Partial<Job> = {}): Job => ({
  key: 'a-job-of-this-test',
  collection: 'books',
  action: 'hide',
  label: 'Hide',
  state: 'running',
  total: 2,
  counts: { done: 0, unchanged: 0, failed: 0, undone: 0, left: 0 },
  at: '2026-11-20T10:00:00.000Z',
  by: null,
  undo_until: null,
  ...values,
});
const FINISHED = aJob({
  state: 'finished',
  counts: { done: 2, unchanged: 0, failed: 0, undone: 0, left: 0 },
  undo_until: '2026-11-21T10:00:00.000Z',
});

let changes = 0;
const noteChange = (): void => void (changes += 1);

function List() {
  const { job, latest, calls, begin, show, follow, cancel, undo, close } = useJob('catalog', noteChange);
  return (
    <>
      <button type="button" onClick={() => void begin(WHAT)}>
        Hide
      </button>
      <RecentJobs
        jobs={{ service: 'catalog', collection: 'books', actions: [HIDE] }}
        latest={latest}
        calls={calls}
        onShow={show}
        onRunning={follow}
      />
      {job !== null && (
        <JobDialog
          job={job}
          calls={calls}
          onCancel={() => void cancel(job)}
          onUndo={() => void undo(job)}
          onClose={close}
        />
      )}
    </>
  );
}

let server: ReturnType<typeof stubServer>;
let current: Job;
beforeEach(() => {
  stubDialogs();
  changes = 0;
  current = aJob();
  server = stubServer({
    'POST /api/catalog-jobs': () => Response.json({ data: current }, { status: 202 }),
    'GET /api/catalog-jobs': () => Response.json({ data: [current] }),
    'GET /api/catalog-jobs/a-job-of-this-test': () => Response.json({ data: current }),
    'POST /api/catalog-jobs/a-job-of-this-test/undo': () => Response.json({ data: current }),
  });
  showPage(
    <NoticesProvider>
      <List />
    </NoticesProvider>,
    '/console/books',
  ).logIn(11);
});
afterEach(leavePage);

const callsOf = (call: string) => server.calls.filter((one) => one.call === call);
const keyOf = (at: number): unknown =>
  (callsOf('POST /api/catalog-jobs')[at]?.body as { data: { key: string } } | undefined)?.data.key;

describe('a bulk change', () => {
  it('is begun once by a double click', async () => {
    const button = await screen.findByRole('button', { name: 'Hide' });
    fireEvent.click(button);
    fireEvent.click(button);
    await screen.findByText(/0 of 2/, { selector: 'output' });
    expect(callsOf('POST /api/catalog-jobs')).toHaveLength(1);
  });

  it('is undone once by a double click, without an error', async () => {
    current = FINISHED;
    await press('Hide');
    const undo = await screen.findByRole('button', { name: 'Undo' });
    fireEvent.click(undo);
    fireEvent.click(undo);
    await waitFor(() => expect(callsOf('POST /api/catalog-jobs/a-job-of-this-test/undo')).toHaveLength(1));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('whose response was lost is the same one when it is begun again', async () => {
    const { responses } = server;
    const begin = responses['POST /api/catalog-jobs'];
    responses['POST /api/catalog-jobs'] = () => Promise.reject(new TypeError('no network'));
    await press('Hide');
    await screen.findByText(/did not answer|not reach|no response|network/i);
    if (begin !== undefined) responses['POST /api/catalog-jobs'] = begin;
    await press('Hide');
    await screen.findByText(/0 of 2/, { selector: 'output' });
    expect(keyOf(1)).toBe(keyOf(0));
  });

  it('is followed when its dialog is closed: its end is said, and the list is loaded again', async () => {
    await press('Hide');
    await press('Close');
    expect(screen.queryByRole('dialog')).toBeNull();
    current = FINISHED;
    await screen.findByText('Hide: 2 done.');
    expect(changes).toBe(1);
    expect(screen.queryByRole('dialog')).toBeNull();
    await press('Results');
    expect(await screen.findByRole('button', { name: 'Undo' })).toBeTruthy();
  });

  it('that runs when the page is loaded again is followed from the recent ones', async () => {
    const recent = screen.getByRole<HTMLDetailsElement>('group');
    recent.open = true;
    fireEvent(recent, new Event('toggle'));
    await screen.findByText(/0 of 2/, { selector: 'li' });
    current = FINISHED;
    await screen.findByText('Hide: 2 done.');
    expect(changes).toBe(1);
  });

  it('stands among the recent ones as it is now', async () => {
    const recent = screen.getByRole<HTMLDetailsElement>('group');
    recent.open = true;
    fireEvent(recent, new Event('toggle'));
    await press('Hide');
    await press('Close');
    current = FINISHED;
    const entry = await screen.findByText(/2 done\.$/, { selector: 'li' });
    expect(entry.textContent).toMatch(/^Hide/);
  });
});
