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
  hasBackup: false,
};
const openOf = (facts: Partial<SiteFacts>) =>
  stepsOf({ ...NEW, ...facts }).flatMap(({ key, isDone }) => (isDone ? [] : [key]));

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
    expect(
      openOf({ options, contact: 'a@b.example', articles: 1, pages, isSecure: true, hasBackup: true }),
    ).toEqual([]);
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
  'GET /api/system/backups': () => Response.json({ data: [{ documents: 7 }] }),
};

/** As the page shows it: to staff that is logged in. */
const Steps = () => (useSession() === null ? null : <FirstSteps />);

describe('the list of steps', () => {
  it('leads to the page of each open step', async () => {
    const server = stubServer(RESPONSES);
    showPage(<Steps />, '/console').logIn(11);
    expect(await screen.findByText('Your site: 3 of 9 steps done')).toBeTruthy();
    const terms = screen.getByRole('link', { name: 'Write the page Terms of Service' });
    expect(terms.getAttribute('href')).toBe('/console/pages/new');
    expect(screen.queryByRole('link', { name: 'Publish the first article' })).toBeNull();
    expect(server.calls.find(({ call }) => call.endsWith('hosted-pages'))?.search).toContain(
      '=returns-and-refunds',
    );
  });
  it('is not there while a fact is unknown', async () => {
    const server = stubServer({ ...RESPONSES, 'GET /api/books': failure(500, 'down') });
    showPage(<Steps />, '/console').logIn(11);
    await waitFor(() => expect(server.calls.length).toBeGreaterThan(6));
    expect(screen.queryByText(/steps done/)).toBeNull();
  });
});
