import { expect, it } from 'vitest';
import { aPost, fakeApi } from '../testing/fake-api.ts';
import { aSite } from '../testing/site.ts';
import { loadRequest } from './load-request.ts';

const site = aSite();
const respond = fakeApi({ posts: [aPost(1)], showProducts: true });

/** Requests of a page, without their query strings, by whether pages share them. */
async function requestsOf(path: string) {
  const requests = new Map<boolean, Set<string>>([
    [true, new Set()],
    [false, new Set()],
  ]);
  await loadRequest(new URL(path, site.publicUrl), site, (wanted, isShared = false) => {
    requests.get(isShared)?.add(wanted.split('?')[0] ?? '');
    return respond(wanted);
  });
  const [shared = [], own = []] = Array.from(requests.values(), (paths) => [...paths].toSorted());
  return { shared, own };
}

it.each([
  ['/', ['/picture-variants', '/posts/1']],
  ['/gst/report-1', ['/posts', '/posts/1/related']],
  ['/news/gst', ['/posts']],
  ['/catalogs/books', ['/books']],
  ['/find-a-lawyer/tax', []],
])('a page at %s requests nothing else for itself alone than its own content', async (path, own) => {
  const requests = await requestsOf(path);
  expect(requests.own).toEqual(own);
});

it('what every page shows is requested once for many pages', async () => {
  const { shared } = await requestsOf('/nowhere/at/all');
  expect(shared).toEqual([
    '/categories',
    '/posts',
    '/site-ads',
    '/site-options',
    '/site-options/layout',
    '/site-setting',
    '/social-link',
  ]);
});
