// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failure, stubServer } from '../../testing/fake-server.ts';
import { leavePage, press, showPage } from '../../testing/show-page.tsx';
import { SaveTool } from './components/save-tool.tsx';
import { SavedPage } from './routes/saved-page.tsx';
import { toolTexts } from './tool-texts.ts';
import { readSaved, toggleSaved, type SavedArticle } from './saved-articles.ts';

const URL = '/api/users/me/saved-articles';
const CUSTOMER = 4;
const report = { path: '/gst/a', title: 'Report A', date: '2026-11-20T04:30:00.000Z' };
const other = { ...report, path: '/gst/b', title: 'Report B' };

let server: ReturnType<typeof stubServer>;
let ofAccount: SavedArticle[];

const respond = () => Response.json({ articles: ofAccount });
const callsOf = (method: string) => server.calls.filter(({ call }) => call === `${method} ${URL}`);

beforeEach(() => {
  ofAccount = [];
  server = stubServer({
    [`GET ${URL}`]: respond,
    [`POST ${URL}`]: async (request) => {
      const { articles } = (await request.json()) as { articles: SavedArticle[] };
      ofAccount = [...articles, ...ofAccount];
      return respond();
    },
    [`DELETE ${URL}`]: (request) => {
      const path = new globalThis.URL(request.url).searchParams.get('path');
      ofAccount = ofAccount.filter((article) => article.path !== path);
      return respond();
    },
    'GET /api/posts': () => Response.json({ data: [] }),
  });
});
afterEach(leavePage);

function Tool() {
  const [message, setMessage] = useState('');
  return (
    <>
      <SaveTool article={report} texts={toolTexts(null)} onSaid={setMessage} />
      <p>{message}</p>
    </>
  );
}

const saveButton = (state: 'true' | 'false') =>
  screen.findByRole('button', { name: 'Save for later', pressed: state === 'true' });
const enabledButton = async (state: 'true' | 'false') => {
  await expect.poll(async () => (await saveButton(state)).hasAttribute('disabled')).toBe(false);
  return saveButton(state);
};

describe('the saved articles of a member', () => {
  it('are listed from the account, and removed there', async () => {
    ofAccount = [other, report];
    showPage(<SavedPage />, '/saved').logIn(CUSTOMER);
    await screen.findByRole('link', { name: 'Report B' });
    expect(screen.getByText(/are in your account/)).toBeTruthy();
    await press('Remove: Report B');
    await expect.poll(() => screen.queryByRole('link', { name: 'Report B' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Report A' })).toBeTruthy();
    expect(callsOf('DELETE').map(({ search }) => search)).toEqual(['?path=/gst/b']);
    expect(callsOf('DELETE')[0]?.authorization).toBe('Bearer t');
  });

  it('include those that were saved on the device, which then no longer has them', async () => {
    ofAccount = [other];
    toggleSaved(report);
    showPage(<SavedPage />, '/saved').logIn(CUSTOMER);
    await screen.findByRole('link', { name: 'Report A' });
    expect(screen.getByRole('link', { name: 'Report B' })).toBeTruthy();
    expect(callsOf('POST').map(({ body }) => body)).toEqual([{ articles: [report] }]);
    expect(readSaved()).toEqual([]);
  });

  it('stay on the device until the account has them', async () => {
    ofAccount = [other];
    toggleSaved(report);
    server.responses[`POST ${URL}`] = failure(503, 'down');
    showPage(<SavedPage />, '/saved').logIn(CUSTOMER);
    await screen.findByRole('link', { name: 'Report B' });
    expect(readSaved()).toEqual([report]);
  });

  it('stay listed when one could not be removed, with a message', async () => {
    ofAccount = [report];
    server.responses[`DELETE ${URL}`] = failure(503, 'down');
    showPage(<SavedPage />, '/saved').logIn(CUSTOMER);
    await press('Remove: Report A');
    expect((await screen.findByRole('alert')).textContent).toMatch(/could not be removed/);
    expect(screen.getByRole('link', { name: 'Report A' })).toBeTruthy();
  });
});

describe('the bookmark of an article', () => {
  it('saves in the account of a member, and removes there', async () => {
    showPage(<Tool />, '/gst/a').logIn(CUSTOMER);
    await expect.poll(() => callsOf('GET').length).toBe(1);
    fireEvent.click(await enabledButton('false'));
    await screen.findByText('Saved in your account');
    expect([ofAccount, readSaved()]).toEqual([[report], []]);
    fireEvent.click(await enabledButton('true'));
    await screen.findByText('No longer saved');
    expect(ofAccount).toEqual([]);
  });

  it('reports that the article could not be saved, and stays as it was', async () => {
    server.responses[`POST ${URL}`] = failure(503, 'down');
    showPage(<Tool />, '/gst/a').logIn(CUSTOMER);
    await expect.poll(() => callsOf('GET').length).toBe(1);
    fireEvent.click(await enabledButton('false'));
    await screen.findByText('This could not be saved. Please try again.');
    expect(await enabledButton('false')).toBeTruthy();
  });

  it('saves also when the saved articles could not be read', async () => {
    server.responses[`GET ${URL}`] = failure(503, 'down');
    showPage(<Tool />, '/gst/a').logIn(CUSTOMER);
    await expect.poll(() => callsOf('GET').length).toBe(1);
    fireEvent.click(await enabledButton('false'));
    await screen.findByText('Saved in your account');
    expect(await enabledButton('true')).toBeTruthy();
  });

  it('saves on the device of anonymous visitors, and requests nothing', async () => {
    showPage(<Tool />, '/gst/a');
    fireEvent.click(await saveButton('false'));
    await screen.findByText('Saved on this device');
    expect(readSaved()).toEqual([report]);
    expect(server.calls).toEqual([]);
  });
});
