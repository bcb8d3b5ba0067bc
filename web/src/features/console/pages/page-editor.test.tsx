// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NoticesProvider } from '#shared/app-page/notices.tsx';
import { SiteProvider } from '#shared/site/site-context.tsx';
import { stubDialogs } from '../../../testing/dialogs.ts';
import { failure, stubServer } from '../../../testing/fake-server.ts';
import { leavePage, place, press, showPage, type } from '../../../testing/show-page.tsx';
import { aSite } from '../../../testing/site.ts';
import { ConfirmProvider } from '../kit/confirm.tsx';
import { HostedPagePage } from '../routes/hosted-page-page.tsx';
import { Pages } from '../../../testing/pages.tsx';

beforeEach(stubDialogs);
afterEach(leavePage);

const ADMINISTRATOR = 11;
const WRITER_OF_BOOKS = 10;
const respond =
  (attributes: object, etag = '"e1"') =>
  () =>
    Response.json({ data: { id: 7, attributes } }, { headers: { etag } });
const list =
  (...data: object[]) =>
  () =>
    Response.json({ data });

const REFUNDS = { name: 'refund-policy', title: 'Refunds', content: '<p>All refunded.</p>', targetUrl: null };
const DRAFT = { ...REFUNDS, is_draft: true };
const NOBODY_ELSE = { 'GET /api/hosted-pages': list(), 'GET /api/posts': list() };

function open(path: string, role = ADMINISTRATOR): void {
  showPage(
    <SiteProvider value={aSite()}>
      <NoticesProvider>
        <ConfirmProvider>
          <Pages of={{ '/console/pages/:id': <HostedPagePage /> }} />
        </ConfirmProvider>
      </NoticesProvider>
    </SiteProvider>,
    path,
  ).logIn(role);
}
const dialog = async () => within(await screen.findByRole('dialog'));

/** A response that waits until the test sends it. */
function laterResponse(): {
  respond: () => void;
  handler: () => Promise<Response>;
  isRequested: () => boolean;
} {
  const { promise, resolve } = Promise.withResolvers<Response>();
  let isSent = false;
  return {
    respond: () => resolve(respond({ ...DRAFT, description: 'First' }, '"e2"')()),
    handler: async () => {
      isSent = true;
      return promise;
    },
    isRequested: () => isSent,
  };
}

describe('what is typed during a save', () => {
  it('stays, is not saved yet, and goes with the next save', async () => {
    const later = laterResponse();
    const server = stubServer({
      'GET /api/hosted-pages/7': respond(DRAFT),
      'PUT /api/hosted-pages/7': later.handler,
    });
    open('/console/pages/7');
    await type('Description', 'First');
    await press('Save draft');
    await waitFor(() => expect(later.isRequested()).toBe(true));
    await type('Description', 'First and second');
    later.respond();
    await screen.findByText('Draft saved');
    expect(screen.getByDisplayValue('First and second')).toBeTruthy();
    expect(screen.getByText('Not saved yet')).toBeTruthy();
    server.responses['PUT /api/hosted-pages/7'] = respond({ ...DRAFT, description: 'First and second' });
    await press('Save draft');
    await screen.findByText('Saved');
    expect(server.calls.findLast(({ call }) => /^(POST|PUT)/.test(call))?.body).toMatchObject({
      data: { description: 'First and second' },
    });
  });

  it('stays when the page is new, and gets its own address', async () => {
    const later = laterResponse();
    const server = stubServer({
      ...NOBODY_ELSE,
      'POST /api/hosted-pages': later.handler,
      'PUT /api/hosted-pages/7': respond(DRAFT),
    });
    open('/console/pages/new');
    await press('Shipping Cart, orders, their mails and the footer link to it');
    await press('Save draft');
    await waitFor(() => expect(later.isRequested()).toBe(true));
    await type('Description', 'First and second');
    later.respond();
    await screen.findByText('Draft saved');
    expect(screen.getByDisplayValue('First and second')).toBeTruthy();
    expect(screen.getByText('Not saved yet')).toBeTruthy();
    expect(location.pathname).toBe('/console/pages/7');
    await press('Save draft');
    await screen.findByText('Saved');
    expect(server.calls.filter(({ call }) => /^(POST|PUT)/.test(call)).map(({ call }) => call)).toEqual([
      'POST /api/hosted-pages',
      'PUT /api/hosted-pages/7',
    ]);
  });
});

describe('a page beside others of its address', () => {
  const publish = async (others: () => Response, attributes: object = DRAFT) => {
    const server = stubServer({
      'GET /api/posts': list(),
      'GET /api/hosted-pages': others,
      'GET /api/hosted-pages/7': respond(attributes),
      'PUT /api/hosted-pages/7': respond(REFUNDS),
    });
    open('/console/pages/7');
    await press('is_draft' in attributes ? 'Publish' : 'Publish changes');
    return server;
  };
  const isPublished = (server: { calls: readonly { call: string }[] }): boolean =>
    server.calls.some(({ call }) => call.startsWith('PUT'));

  it('is not published while nobody can say what it replaces', async () => {
    const server = await publish(failure(503, 'down'));
    expect(await screen.findByText(/^We could not check/)).toBeTruthy();
    expect(isPublished(server)).toBe(false);
    server.responses['GET /api/hosted-pages'] = list();
    await press('Publish');
    await waitFor(() => expect(isPublished(server)).toBe(true));
  });

  it('replaces the page that readers see after a question only, which leads to that page', async () => {
    const server = await publish(list({ id: 5, attributes: REFUNDS }));
    const question = await dialog();
    expect(question.getByText(/^This replaces the page that readers see now/)).toBeTruthy();
    expect(question.getByRole('link', { name: 'Open that page' }).getAttribute('href')).toBe(
      '/console/pages/5',
    );
    expect(isPublished(server)).toBe(false);
    fireEvent.click(question.getByRole('button', { name: 'Replace it' }));
    await waitFor(() => expect(isPublished(server)).toBe(true));
  });

  it('says that readers go on seeing a newer page', async () => {
    await publish(list({ id: 5, attributes: REFUNDS }, { id: 9, attributes: REFUNDS }));
    expect((await dialog()).getByText(/^A newer page has this address/)).toBeTruthy();
  });

  it('needs no question when readers see it already', async () => {
    const server = await publish(
      list({ id: 5, attributes: REFUNDS }, { id: 7, attributes: REFUNDS }),
      REFUNDS,
    );
    await waitFor(() => expect(isPublished(server)).toBe(true));
  });

  it('as a new one replaces what readers see', async () => {
    stubServer({ 'GET /api/posts': list(), 'GET /api/hosted-pages': list() });
    open('/console/pages/new');
    await press('Another page An empty page under an address of your choice');
    await type('Title', 'Terms');
    await type('Address', 'terms-of-service');
    await type('Text elsewhere', 'https://example.com/');
    stubServer({ 'GET /api/hosted-pages': list({ id: 5, attributes: { name: 'terms-of-service' } }) });
    await press('Publish');
    expect((await dialog()).getByText(/^This replaces the page that readers see now/)).toBeTruthy();
  });
});

describe('/console/pages/new', () => {
  it('offers no template while nobody can say which pages there are', async () => {
    const server = stubServer({ 'GET /api/hosted-pages': failure(503, 'down') });
    open('/console/pages/new');
    await screen.findByText('We could not read which pages you have.');
    expect(screen.queryByText('Terms of Service')).toBeNull();
    server.responses['GET /api/hosted-pages'] = list({ id: 7, attributes: { name: 'terms-of-service' } });
    await press('Try again');
    expect(await screen.findByRole('link', { name: /Terms of Service/ })).toBeTruthy();
  });

  it('counts a page of another name that the shop links to', async () => {
    stubServer({
      'GET /api/hosted-pages': list(
        { id: 9, attributes: { name: 'refunds', is_draft: true } },
        { id: 8, attributes: { name: 'returns-and-refunds' } },
      ),
    });
    open('/console/pages/new');
    const existing = await screen.findByRole('link', { name: /Returns and Refunds/ });
    expect(existing.getAttribute('href')).toBe('/console/pages/8');
  });

  it('offers templates, and the page itself where there is one', async () => {
    stubServer({ 'GET /api/hosted-pages': list({ id: 7, attributes: { name: 'privacy-policy' } }) });
    open('/console/pages/new');
    const existing = await screen.findByRole('link', { name: /Privacy Policy/ });
    expect(existing.getAttribute('href')).toBe('/console/pages/7');
    await press('Terms of Service Registration and the footer link to it');
    expect(await screen.findByDisplayValue('terms-of-service')).toBeTruthy();
    expect(screen.getByText('[legal name of the publisher]')).toBeTruthy();
  });

  it('has in a template what the settings know, and nothing that a new site is called', async () => {
    const responses = (names: object, missing: readonly string[]) => ({
      'GET /api/hosted-pages': list(),
      'GET /api/site-options': () => Response.json({ data: { id: 1, attributes: names } }),
      'GET /api/shop-options': () => Response.json({ data: { return_days: 10 } }),
      'GET /api/shop-settings': () =>
        Response.json({
          data: { seller_name: 'Nyaya Press', seller_address: '1 Court Road', seller_email: '', missing },
        }),
    });
    stubServer(responses({ site_name: 'Nyaya', publisher_name: 'Nyaya Press' }, []));
    open('/console/pages/new');
    await press('Terms of Service Registration and the footer link to it');
    await screen.findByText(/between you and Nyaya Press, 1 Court Road \(“we”\)/);
    leavePage();
    stubDialogs();
    stubServer(responses({ site_name: 'Vidhi', publisher_name: 'Vidhi' }, ['seller_name', 'seller_address']));
    open('/console/pages/new');
    await press('Terms of Service Registration and the footer link to it');
    expect(await screen.findByText('[legal name of the publisher]')).toBeTruthy();
    expect(screen.getByText('[postal address]')).toBeTruthy();
  });

  it('publishes no template as it is without a question that names what is to be filled in', async () => {
    const server = stubServer({ ...NOBODY_ELSE, 'POST /api/hosted-pages': respond(REFUNDS) });
    open('/console/pages/new');
    await press('Shipping Cart, orders, their mails and the footer link to it');
    await press('Publish');
    const question = await dialog();
    expect(question.getByText(/\[name of the carriers\]/)).toBeTruthy();
    fireEvent.click(question.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.calls.some(({ call }) => call.startsWith('POST'))).toBe(false);
    await press('Publish');
    fireEvent.click((await dialog()).getByRole('button', { name: 'Publish anyway' }));
    await waitFor(() => expect(place()).toBe('/console/pages/7'));
    const sent = server.calls.find(({ call }) => call === 'POST /api/hosted-pages');
    expect(sent?.body).toMatchObject({
      data: { name: 'shipping-policy', title: 'Shipping', is_draft: null },
    });
  });

  it('stores a draft without a question', async () => {
    const server = stubServer({ ...NOBODY_ELSE, 'POST /api/hosted-pages': respond(DRAFT) });
    open('/console/pages/new');
    await press('Shipping Cart, orders, their mails and the footer link to it');
    await press('Save draft');
    await waitFor(() => expect(place()).toBe('/console/pages/7'));
    const sent = server.calls.find(({ call }) => call === 'POST /api/hosted-pages');
    expect(sent?.body).toMatchObject({ data: { is_draft: true } });
  });

  it.each([
    ['cart', '/cart is a page of the site itself: please choose another address'],
    ['', 'Please give the page an address, such as refund-policy'],
    ['a/b', 'An address has letters, digits and hyphens: no spaces and no slashes'],
  ])('sends nothing for the address %j', async (name, message) => {
    const server = stubServer(NOBODY_ELSE);
    open('/console/pages/new');
    await press('Shipping Cart, orders, their mails and the footer link to it');
    await type('Address', name);
    await press('Save draft');
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
    expect(server.calls.some(({ call }) => call.startsWith('POST'))).toBe(false);
  });
});

describe('/console/pages/:id', () => {
  it('stores a change of the state that was opened, and says so', async () => {
    const server = stubServer({
      ...NOBODY_ELSE,
      'GET /api/hosted-pages/7': respond(REFUNDS),
      'PUT /api/hosted-pages/7': respond(REFUNDS, '"e2"'),
    });
    let condition: string | null = null;
    const put = server.responses['PUT /api/hosted-pages/7'];
    server.responses['PUT /api/hosted-pages/7'] = (request) => {
      condition = request.headers.get('if-match');
      return put?.(request) ?? Response.error();
    };
    open('/console/pages/7');
    await type('Description', 'How we refund');
    fireEvent.click(screen.getByLabelText('Link to it in the footer of all pages'));
    await press('Publish changes');
    await waitFor(() => expect(screen.getAllByText('Published').length).toBeGreaterThan(1));
    expect(condition).toBe('"e1"');
    expect(server.calls.findLast(({ call }) => /^(POST|PUT)/.test(call))?.body).toMatchObject({
      data: { description: 'How we refund', in_foot: true, is_draft: null },
    });
  });

  it('says that an article hides it', async () => {
    stubServer({
      ...NOBODY_ELSE,
      'GET /api/hosted-pages/7': respond(DRAFT),
      'GET /api/posts': list({ id: 1, attributes: { slug: 'refund-policy' } }),
    });
    open('/console/pages/7');
    await press('Publish');
    expect((await dialog()).getByText('An article has this address, and readers see that.')).toBeTruthy();
  });

  it('replaces the text of somebody else after a question only', async () => {
    const server = stubServer({
      ...NOBODY_ELSE,
      'GET /api/hosted-pages/7': respond(REFUNDS),
      'PUT /api/hosted-pages/7': failure(412, 'Changed'),
    });
    open('/console/pages/7');
    await type('Description', 'Mine');
    await press('Publish changes');
    const question = await dialog();
    expect(question.getByText(/saved by somebody else/)).toBeTruthy();
    server.responses['PUT /api/hosted-pages/7'] = respond({ ...REFUNDS, description: 'Mine' }, '"e3"');
    fireEvent.click(question.getByRole('button', { name: 'Save mine' }));
    await waitFor(() => expect(screen.getAllByText('Saved').length).toBeGreaterThan(0));
    expect(server.calls.filter(({ call }) => call.startsWith('PUT'))).toHaveLength(2);
  });

  it('says that somebody has deleted it, and loses nothing', async () => {
    stubServer({
      ...NOBODY_ELSE,
      'GET /api/hosted-pages/7': respond(REFUNDS),
      'PUT /api/hosted-pages/7': failure(404, 'Not Found'),
    });
    open('/console/pages/7');
    await type('Description', 'Mine');
    await press('Publish changes');
    expect(await screen.findByText(/restore it from the trash and save again/)).toBeTruthy();
    expect(screen.getByLabelText<HTMLTextAreaElement>('Description').value).toBe('Mine');
  });

  it('shows what the server rejects beside its field, and loses nothing', async () => {
    stubServer({
      ...NOBODY_ELSE,
      'GET /api/hosted-pages/7': respond(DRAFT),
      'PUT /api/hosted-pages/7': failure(400, 'targetUrl must be a valid web address', [
        { path: ['targetUrl'], message: 'targetUrl must be a valid web address' },
      ]),
    });
    open('/console/pages/7');
    await type('Text elsewhere', 'javascript:x');
    await press('Save draft');
    expect(await screen.findAllByText('targetUrl must be a valid web address')).toHaveLength(2);
    expect(screen.getByDisplayValue('javascript:x')).toBeTruthy();
  });

  it('is not shown to staff without the desk', async () => {
    stubServer({});
    open('/console/pages/7', WRITER_OF_BOOKS);
    expect(await screen.findByRole('heading', { name: /not|may/i })).toBeTruthy();
  });
});
