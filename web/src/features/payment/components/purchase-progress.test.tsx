// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { apiStore } from '../../../testing/api-store.ts';
import { StatusPage } from '../routes/status-page.tsx';
import { SuccessPage } from '../routes/success-page.tsx';

const ID = `co_${'a'.repeat(26)}`;
let stage: string;
let requested: string[];
beforeEach(() => {
  stage = 'mailed';
  requested = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    requested.push(new URL(request.url).pathname);
    const data = {
      id: ID,
      stage,
      isExpired: false,
      totalPaise: 59_900,
      lines: [{ title: 'Evidence', quantity: 2 }],
    };
    return Response.json({ data });
  });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});
const open = (path: string) =>
  render(
    <Provider store={apiStore()}>
      <MemoryRouter initialEntries={[path]}>
        <Routes>
          <Route path="/success" element={<SuccessPage />} />
          <Route path="/status/:checkout" element={<StatusPage />} />
        </Routes>
      </MemoryRouter>
    </Provider>,
  );
const reached = async () => (await screen.findByText('Evidence')) && screen.getAllByText(': done').length;

describe('/success', () => {
  it('thanks, asks to check the e-mail, and shows the purchase that its address names', async () => {
    open(`/success?checkout=${ID}`);
    expect(screen.getByRole('heading', { name: 'Thank you for Your Purchase!' })).toBeTruthy();
    expect(screen.getByText(/check your registered email/)).toBeTruthy();
    expect(await reached()).toBe(4);
    expect(requested).toEqual([`/api/payment/status/${ID}`]);
  });

  it('shows the last purchase of the browser where the address names none', async () => {
    localStorage.setItem('vidhi.purchase', ID);
    open('/success');
    expect(await reached()).toBe(4);
  });

  it('thanks all the same where none is known', () => {
    open('/success?checkout=../../x');
    expect(screen.getByRole('heading', { name: 'Thank you for Your Purchase!' })).toBeTruthy();
    expect(requested).toEqual([]);
  });
});

describe('/status', () => {
  it.each([
    ['reserved', 1],
    ['paid', 2],
    ['confirmed', 3],
    ['cancelled', 3],
    ['refunded', 4],
  ])('shows what is done of a purchase that is %s', async (name, count) => {
    stage = name;
    open(`/status/${ID}`);
    expect(await reached()).toBe(count);
    expect(screen.getByText('₹599')).toBeTruthy();
    expect(screen.queryAllByText('Refunded').length > 0).toBe(name === 'cancelled' || name === 'refunded');
    expect(screen.queryByText(/No payment has arrived yet/) !== null).toBe(name === 'reserved');
  });
});
