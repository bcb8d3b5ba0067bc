// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ImportRun, SiteImport } from '@vidhi/contracts/site-imports.ts';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { openConsolePage } from '../../../testing/console-page.tsx';
import { stubDialogs } from '../../../testing/dialogs.ts';
import { stubServer } from '../../../testing/fake-server.ts';
import { leavePage, press } from '../../../testing/show-page.tsx';
import { ImportPage } from './import-page.tsx';

beforeEach(() => {
  stubAntdBrowser();
  stubDialogs();
});
afterEach(leavePage);

const EMPTY: SiteImport = { is_available: true, limit_bytes: 4e9, archive: null, run: null };
const ARCHIVE = { name: 'site.tar.gz', bytes: 4, received_bytes: 4 };
const RUN: ImportRun = {
  kind: 'check',
  state: 'running',
  started_at: '2026-11-29T10:00:00.000Z',
  finished_at: null,
  share: 0.4,
  note: 'posts: 4 of 10',
  report: null,
  error: null,
};

/** Opens the page of a site in this state, which it changes as the service does. */
function open(first: SiteImport) {
  let state = first;
  const respond = (change: Partial<SiteImport> = {}) => {
    state = { ...state, ...change };
    return Response.json({ data: state });
  };
  const server = stubServer({
    'GET /api/system/imports': () => respond(),
    'POST /api/system/imports/archive': () => respond({ archive: { ...ARCHIVE, received_bytes: 0 } }),
    'PUT /api/system/imports/archive': () => respond({ archive: ARCHIVE }),
    'DELETE /api/system/imports/archive': () => respond({ archive: null }),
    'POST /api/system/imports/runs': async (request) => {
      const { kind } = (await request.json()) as { kind: ImportRun['kind'] };
      return respond({ run: { ...RUN, kind } });
    },
  });
  openConsolePage(<ImportPage />, '/console/import', '/console/import');
  return { server, end: (run: Partial<ImportRun>) => void respond({ run: { ...RUN, ...run } }) };
}

describe('/console/import', () => {
  it('sends an archive, checks it, and shows the report', async () => {
    const { end } = open(EMPTY);
    const input = await screen.findByLabelText(/^The archive/);
    fireEvent.change(input, { target: { files: [new File(['four'], 'site.tar.gz')] } });
    await screen.findByText(/^site.tar.gz, 1 MB/);
    await press('Check');
    await screen.findByRole('heading', { name: 'Checking' });
    expect(screen.getByText(/posts: 4 of 10/)).toBeTruthy();
    end({ state: 'done', finished_at: RUN.started_at, report: '  posts   10\n  Nothing was imported' });
    const report = await screen.findByRole('region', { name: 'Report' }, { timeout: 30_000 });
    expect(report.textContent).toContain('Nothing was imported');
  }, 60_000);

  it('imports after a question only, over the demo where that is chosen', async () => {
    const { server } = open({ ...EMPTY, archive: ARCHIVE });
    fireEvent.click(await screen.findByRole('checkbox', { name: /^Delete the demo/ }));
    await press('Import');
    const question = within(await screen.findByRole('dialog'));
    expect(server.calls.filter(({ call }) => call.startsWith('POST'))).toEqual([]);
    fireEvent.click(question.getByRole('button', { name: 'Import' }));
    await screen.findByRole('heading', { name: 'Importing' });
    expect(server.calls).toContainEqual(
      expect.objectContaining({
        call: 'POST /api/system/imports/runs',
        body: { kind: 'import', replaces_demo: true },
      }),
    );
  });

  it('says what an interrupted import needs, and lets it be started again', async () => {
    const run = { ...RUN, kind: 'import', state: 'interrupted', error: 'Start it again' } as const;
    open({ ...EMPTY, archive: ARCHIVE, run });
    await screen.findByRole('heading', { name: 'The import was interrupted' });
    expect(screen.getByRole('alert').textContent).toBe('Start it again');
    expect(screen.getByRole('button', { name: 'Import' }).getAttribute('aria-disabled')).toBeNull();
  });

  it('names the command where the site cannot import by itself', async () => {
    open({ ...EMPTY, is_available: false });
    expect(await screen.findByText(/tools import/)).toBeTruthy();
    expect(screen.queryByLabelText(/^The archive/)).toBeNull();
  });
});
