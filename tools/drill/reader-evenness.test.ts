import { expect, it } from 'vitest';
import { requestsIn, unevenness } from './reader-evenness.ts';

it('counts requests of all routes and statuses, without probes and scrapes', () => {
  const line = (route: string, status: string, count: number): string =>
    `vidhi_http_request_duration_seconds_count{method="GET",route="${route}",status="${status}",service="news"} ${count}`;
  const metrics = [
    '# TYPE vidhi_http_request_duration_seconds histogram',
    line('/api/posts', '2xx', 40),
    line('/api/posts', '5xx', 1),
    line('/api/posts/:id', '2xx', 7),
    line('/readyz', '2xx', 900),
    line('/metrics', '2xx', 3),
    'vidhi_news_documents{collection="post"} 12',
  ].join('\n');
  expect(requestsIn(metrics)).toBe(48);
});

it.each([
  [[100, 100, 100], 0],
  [[90, 100, 110], 0.1],
  [[0, 0, 300], 2],
  [[5], 0],
  [[0, 0], 0],
])('the unevenness of %j is %d', (counts, expected) => {
  expect(unevenness(counts)).toBeCloseTo(expected, 10);
});
