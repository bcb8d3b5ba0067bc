// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { baseApi } from '#shared/api/base-api.ts';
import { sessionEnded, sessionLost, sessionStarted } from '#shared/session/session-slice.ts';
import { createStore, type Store } from './store.ts';

const api = baseApi.injectEndpoints({
  endpoints: (build) => ({
    ownFact: build.query<string, number>({ query: (id) => `/own/${id}`, providesTags: ['Order', 'Member'] }),
    publicFact: build.query<string, void>({ query: () => '/public', providesTags: ['Profile'] }),
  }),
});

const sessionOf = (id: number) =>
  sessionStarted({ user: { id, name: `User ${id}` }, role: 4, expiresAt: null });

let store: Store;
const cached = () => [
  api.endpoints.ownFact.select(1)(store.getState()).data,
  api.endpoints.publicFact.select()(store.getState()).data,
];

beforeEach(async () => {
  vi.stubGlobal('fetch', async ({ url }: Request) => Response.json(new URL(url).pathname));
  store = createStore();
  store.dispatch(sessionOf(7));
  await store.dispatch(api.endpoints.ownFact.initiate(1));
  await store.dispatch(api.endpoints.publicFact.initiate());
});
afterEach(() => vi.unstubAllGlobals());

it('keeps member data while the same user stays logged in', () => {
  store.dispatch(sessionOf(7));
  expect(cached()).toEqual(['/api/own/1', '/api/public']);
});

it.each([
  ['at a logout', () => store.dispatch(sessionEnded())],
  ['when the session is lost', () => store.dispatch(sessionLost())],
  ['when another user logs in', () => store.dispatch(sessionOf(8))],
])('removes member data and no other data %s', (_when, change) => {
  change();
  expect(cached()).toEqual([undefined, '/api/public']);
});
