// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { apiStore } from '../../../testing/api-store.ts';
import { SubscriptionPage } from '../routes/subscription-page.tsx';
import { NewsletterPreferencesPage } from '../routes/newsletter-preferences-page.tsx';
import { SUBSCRIBED } from '../subscribe-form-definition.ts';
import { NewsletterBox } from './newsletter-box.tsx';

let calls: { call: string; body: string }[];
let status: number;
beforeEach(() => {
  calls = [];
  status = 200;
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    calls.push({ call: `${request.method} ${pathname}${search}`, body: await request.text() });
    if (pathname === '/api/categories') return Response.json({ data: [] });
    return status === 200
      ? new Response('{}', { headers: { 'content-type': 'application/json' } })
      : Response.json({ error: { status, message: 'Too many requests' } }, { status });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const show = (page: ReactNode, path = '/') =>
  render(
    <Provider store={apiStore()}>
      <MemoryRouter initialEntries={[path]}>{page}</MemoryRouter>
    </Provider>,
  );
const field = () => screen.getByLabelText<HTMLInputElement>('Get our newsletter');
const subscribe = (address: string) => {
  fireEvent.change(field(), { target: { value: address } });
  fireEvent.click(screen.getByRole('button', { name: 'Subscribe' }));
};

describe('the newsletter box', () => {
  it('subscribes an address, says so, and is empty again', async () => {
    show(<NewsletterBox />);
    subscribe(' asha@rao.example ');
    await screen.findByText(SUBSCRIBED);
    expect(calls).toEqual([
      { call: 'POST /api/auth/local/register', body: JSON.stringify({ email: 'asha@rao.example' }) },
    ]);
    expect(field().value).toBe('');
  });

  it.each([
    ['', 'The email field is required'],
    ['asha', 'The email must be a valid email address.'],
  ])('rejects the address "%s" without a call', async (address, message) => {
    show(<NewsletterBox />);
    subscribe(address);
    await screen.findByText(message);
    expect([field().getAttribute('aria-invalid'), document.activeElement, calls]).toEqual([
      'true',
      field(),
      [],
    ]);
  });

  it("shows the server's message", async () => {
    status = 429;
    show(<NewsletterBox />);
    subscribe('asha@rao.example');
    expect(await screen.findByText('Too many requests')).toBeTruthy();
    expect(field().value).toBe('asha@rao.example');
  });
});

describe.each([
  ['/confirm', 'Confirm subscription', /^Your subscription is confirmed/],
  ['/unsubscribe', 'Unsubscribe', /^You are unsubscribed/],
])('the page %s', (path, button, done) => {
  it('changes the subscription of its link by the button alone', async () => {
    show(<SubscriptionPage path={path} />, `${path}?subscriber=ab&key=k`);
    expect(calls).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: button }));
    await screen.findByText(done);
    expect(calls.map(({ call }) => call).filter((call) => !call.startsWith('GET'))).toEqual([
      `POST /api/subscriptions${path}?subscriber=ab&key=k`,
    ]);
  });

  it('says when its link is not valid any more', async () => {
    status = 404;
    show(<SubscriptionPage path={path} />, `${path}?subscriber=ab&key=k`);
    fireEvent.click(screen.getByRole('button', { name: button }));
    await screen.findByText('This link is not valid any more.');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('has no button where its address names no subscription', () => {
    show(<SubscriptionPage path={path} />, path);
    expect(screen.getByText('This link is not valid any more.')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('the page of the choice of newsletters', () => {
  const LINK = '/newsletter/preferences?subscriber=ab&key=k';
  const stub = (respond: (method: string) => Response) =>
    vi.stubGlobal('fetch', async (request: Request) => {
      const { pathname, search } = new URL(request.url);
      calls.push({ call: `${request.method} ${pathname}${search}`, body: await request.text() });
      return pathname === '/api/categories'
        ? Response.json({ data: [{ id: 1, attributes: { name: 'GST', slug: 'gst' } }] })
        : respond(request.method);
    });

  it('shows and stores the choice with the key of the link', async () => {
    stub(() => Response.json({ data: { categories: [], languages: ['hi'] } }));
    show(<NewsletterPreferencesPage />, LINK);
    fireEvent.click(await screen.findByLabelText('GST'));
    const hindi = screen.getByLabelText<HTMLInputElement>('Hindi');
    expect(hindi.checked).toBe(true);
    fireEvent.click(hindi);
    fireEvent.click(screen.getByRole('button', { name: 'Save my choices' }));
    expect(await screen.findByText('Your choices are saved.')).toBeTruthy();
    expect(calls.filter(({ call }) => call.startsWith('PUT'))).toEqual([
      {
        call: 'PUT /api/subscriptions/preferences?subscriber=ab&key=k',
        body: JSON.stringify({ data: { categories: ['gst'], languages: [] } }),
      },
    ]);
  });

  it.each([400, 404])('says at the status %i that a link is not valid any more', async (code) => {
    stub(() => Response.json({ error: { status: code, message: 'No' } }, { status: code }));
    show(<NewsletterPreferencesPage />, LINK);
    expect(await screen.findByText('This link is not valid any more.')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it.each([429, 500, 503])('offers at the status %i to try again', async (code) => {
    let failing = true;
    stub(() =>
      failing
        ? Response.json({ error: { status: code, message: 'No' } }, { status: code })
        : Response.json({ data: { categories: [], languages: ['hi'] } }),
    );
    show(<NewsletterPreferencesPage />, LINK);
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.queryByText('This link is not valid any more.')).toBeNull();
    failing = false;
    fireEvent.click(again);
    expect((await screen.findByLabelText<HTMLInputElement>('Hindi')).checked).toBe(true);
  });

  it('reads the choice of a link each time that it is opened', async () => {
    stub(() => Response.json({ data: { categories: [], languages: [] } }));
    const store = apiStore();
    const page = () =>
      render(
        <Provider store={store}>
          <MemoryRouter initialEntries={[LINK]}>
            <NewsletterPreferencesPage />
          </MemoryRouter>
        </Provider>,
      );
    const first = page();
    await screen.findByLabelText('Hindi');
    first.unmount();
    const reads = () => calls.filter(({ call }) => call.includes('/subscriptions/preferences'));
    await expect
      .poll(() => Object.keys(store.getState().api.queries).join())
      .not.toContain('readPreferences');
    page();
    await screen.findByLabelText('Hindi');
    expect(reads()).toHaveLength(2);
  });

  it('has the categories of the menu, and a chosen one that has left it', async () => {
    stub(() => Response.json({ data: { categories: ['old'], languages: [] } }));
    show(<NewsletterPreferencesPage />, LINK);
    expect((await screen.findByLabelText<HTMLInputElement>('old')).checked).toBe(true);
    await screen.findByLabelText('GST');
    expect(screen.getByRole('heading', { level: 1, name: 'Choose your newsletters' })).toBeTruthy();
    const { call = '' } = calls.find(({ call: one }) => one.includes('/api/categories')) ?? {};
    const filters = [...new URLSearchParams(call.split('?')[1])].filter(([name]) =>
      name.startsWith('filters'),
    );
    expect(Object.fromEntries(filters)).toEqual({
      'filters[show_nav][$eq]': 'true',
      'filters[posts][id][$notNull]': 'true',
    });
  });
});
