// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { failure, stubServer } from '../../../testing/fake-server.ts';
import { leavePage, showPage } from '../../../testing/show-page.tsx';
import { useSession } from '#shared/session/session.ts';
import { FirstSteps } from './first-steps.tsx';
import { stepsOf, type SiteFacts } from './first-steps-facts.ts';

afterEach(leavePage);

const NEW: SiteFacts = {
  options: { site_name: 'Vidhi', logo: { data: null } },
  contact: null,
  articles: 0,
  books: 0,
  pages: new Set(),
  isSecure: false,
  hasSeller: false,
  cardProvider: { mode: 'test', is_sandbox: true },
  mailServer: { host: '127.0.0.1', sender: 'no-reply@vidhi.localhost', is_sandbox: true },
  hasBackup: false,
};
const REAL_CARDS = { mode: 'live', is_sandbox: false } as const;
const REAL_MAILS = { host: 'mail.example', sender: 'no-reply@law.example', is_sandbox: false };
const openOf = (facts: Partial<SiteFacts>) =>
  stepsOf({ ...NEW, ...facts }).flatMap(({ key, isDone }) => (isDone === true ? [] : [key]));
const stepOf = (key: string, facts: Partial<SiteFacts>) =>
  stepsOf({ ...NEW, ...facts }).find((step) => step.key === key);

describe('the steps of the first day', () => {
  it('are all open on a new site', () => {
    expect(openOf({})).toEqual([
      'name',
      'logo',
      'contact',
      'officer',
      'terms',
      'privacy',
      'article',
      'mails',
      'tls',
      'backup',
    ]);
  });
  it('are ticked by what the site has', () => {
    const options = {
      site_name: 'Bihar Law',
      logo: { data: { id: 5 } },
      grievance_officer_name: 'Meena Rao',
    };
    const pages = new Set(['terms-of-service', 'privacy-policy']);
    const rest = { mailServer: REAL_MAILS, isSecure: true, hasBackup: true };
    expect(openOf({ options, contact: 'a@b.example', articles: 1, pages, ...rest })).toEqual([]);
  });
  it('count a page under any name that the shop links to', () => {
    const pages = new Set(['returns-and-refunds', 'delivery-policy']);
    const open = openOf({ books: 1, pages });
    expect(open).not.toContain('refunds');
    expect(open).not.toContain('shipping');
  });
  it('have the seller and the conditions of the shop once there are books', () => {
    expect(openOf({ books: 1 })).toEqual(expect.arrayContaining(['seller', 'refunds', 'shipping']));
    expect(openOf({ books: 1, hasSeller: true })).not.toContain('seller');
  });
  it('have the keys of the card provider where books are sold, done by live keys of the provider itself', () => {
    expect(openOf({})).not.toContain('cards');
    expect(stepOf('cards', { books: 1, cardProvider: REAL_CARDS })?.isDone).toBe(true);
    for (const cardProvider of [
      { mode: 'test', is_sandbox: false } as const,
      { mode: 'live', is_sandbox: true } as const,
    ])
      expect(stepOf('cards', { books: 1, cardProvider })).toMatchObject({
        isDone: false,
        label: expect.stringMatching(/^Payments are tests so far/),
      });
  });
  it('have the mail server, which the inbox of a site that is tried is not', () => {
    expect(stepOf('mails', {})).toMatchObject({
      isDone: false,
      label: expect.stringMatching(/^Mails stay on this server so far/),
    });
    expect(stepOf('mails', { mailServer: REAL_MAILS })?.isDone).toBe(true);
  });
  it('are neither done nor open where their facts are unknown', () => {
    const unknown = { books: 1, cardProvider: undefined, mailServer: undefined, options: undefined };
    const states = stepsOf({ ...NEW, ...unknown }).filter(({ isDone }) => isDone === undefined);
    expect(states.map(({ key }) => key)).toEqual(['name', 'logo', 'officer', 'cards', 'mails']);
    expect(stepOf('cards', unknown)?.label).toBe(
      'Set the keys of the card provider (docs/operate.md, section 6)',
    );
  });
});

const list = (total: number) => () =>
  Response.json({ data: [], meta: { pagination: { page: 1, pageSize: 1, pageCount: 1, total } } });
const RESPONSES = {
  'GET /api/site-options': () => Response.json({ data: { id: 1, attributes: { site_name: 'Bihar Law' } } }),
  'GET /api/site-setting': () => Response.json({ data: { id: 1, attributes: {} } }),
  'GET /api/posts': list(3),
  'GET /api/books': list(0),
  'GET /api/hosted-pages': list(0),
  'GET /api/shop-settings': () => Response.json({ data: { missing: ['seller_name'] } }),
  'GET /api/system/payments/card-provider': () => Response.json({ data: REAL_CARDS }),
  'GET /api/system/notify/mail-server': () => Response.json({ data: REAL_MAILS }),
  'GET /api/system/backups': () => Response.json({ data: [{ documents: 7 }] }),
};

/** As the page shows it: to staff that is logged in. */
const Steps = () => (useSession() === null ? null : <FirstSteps />);

describe('the list of steps', () => {
  it('leads to the page of each open step', async () => {
    const server = stubServer(RESPONSES);
    showPage(<Steps />, '/console').logIn(11);
    expect(await screen.findByText('Your site: 4 of 10 steps done')).toBeTruthy();
    const terms = screen.getByRole('link', { name: 'Write the page Terms of Service' });
    expect(terms.getAttribute('href')).toBe('/console/pages/new');
    expect(screen.queryByRole('link', { name: 'Publish the first article' })).toBeNull();
    expect(server.calls.find(({ call }) => call.endsWith('hosted-pages'))?.search).toContain(
      '=returns-and-refunds',
    );
  });
  it('has the steps of a shop whose payments do not run, as it has no keys', async () => {
    stubServer({
      ...RESPONSES,
      'GET /api/books': list(1),
      'GET /api/system/payments/card-provider': failure(503, 'down'),
    });
    showPage(<Steps />, '/console').logIn(11);
    expect(await screen.findByText('Your site: 4 of 14 steps done')).toBeTruthy();
    const step = screen.getByText(/Set the keys of the card provider/).closest('li');
    expect(step?.textContent).toContain('Not known now');
    expect(screen.getByRole('link', { name: 'Say who sells the books' })).toBeTruthy();
  });
  it('is not there while nothing is known', async () => {
    const down = Object.fromEntries(Object.keys(RESPONSES).map((call) => [call, failure(500, 'down')]));
    const server = stubServer(down);
    showPage(<Steps />, '/console').logIn(11);
    await waitFor(() => expect(server.calls.length).toBeGreaterThan(8));
    expect(screen.queryByText(/steps done/)).toBeNull();
  });
});
