// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NoticesProvider } from '#shared/app-page/notices.tsx';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { stubServer } from '../../../testing/fake-server.ts';
import { leavePage, press, showPage, type } from '../../../testing/show-page.tsx';
import { ConfirmProvider } from '../kit/confirm.tsx';
import { NewsletterDigestPage } from './newsletter-digest-page.tsx';

beforeEach(stubAntdBrowser);
afterEach(leavePage);

const ADMINISTRATOR = 11;

describe('/console/newsletters/digest', () => {
  const OFF = {
    rev: 0,
    is_on: false,
    every: 'day',
    weekday: 'monday',
    time: '07:30',
    title: 'News of the day',
    next_at: null,
    since: null,
  };

  it('turns the digest on, and says when the next one is due', async () => {
    let digest: object = OFF;
    const writes: unknown[] = [];
    stubServer({
      'GET /api/newsletter-digest': () => Response.json({ data: digest }),
      'PUT /api/newsletter-digest': async (request) => {
        writes.push(await request.json());
        digest = {
          ...OFF,
          rev: 1,
          is_on: true,
          time: '08:00',
          next_at: '2026-11-30T02:30:00.000Z',
          since: '2026-11-29T06:00:00.000Z',
        };
        return Response.json({ data: digest });
      },
    });
    showPage(
      <NoticesProvider>
        <ConfirmProvider>
          <NewsletterDigestPage />
        </ConfirmProvider>
      </NoticesProvider>,
      '/console/newsletters/digest',
    ).logIn(ADMINISTRATOR);
    await screen.findByText(/^The digest is off/);
    fireEvent.click(screen.getByLabelText('Send a digest'));
    await type('Time in India', '8:00');
    await press('Save');
    expect(await screen.findByText('A time is needed, such as 07:30')).toBeTruthy();
    expect(writes).toEqual([]);
    await type('Time in India', '08:00');
    await press('Save');
    expect(await screen.findByText(/The next one is due on 30 Nov 2026, 8:00 am/)).toBeTruthy();
    expect(writes).toEqual([{ data: { is_on: true, time: '08:00' } }]);
  });
});
