import { expect, it } from 'vitest';
import { aSite } from '../src/testing/site.ts';
import { analyticsOf, readConfig } from './config.ts';
import { pageStateOf, requestPage } from './page-request-builder.ts';

const env = { API_URL: 'http://127.0.0.1:1', PUBLIC_URL: 'http://127.0.0.1:8080' };
const configured = (more: Record<string, string>) => analyticsOf(readConfig({ ...env, ...more }));

it('is no service of somebody else unless one is configured', () => {
  expect(configured({})).toBeUndefined();
  expect(configured({ ANALYTICS_ORIGIN: 'https://stats.example' })).toEqual({
    script: 'https://stats.example/script.js',
  });
  expect(
    configured({
      ANALYTICS_ORIGIN: 'https://stats.example',
      ANALYTICS_SCRIPT: '/js/plausible.js',
      ANALYTICS_SITE_ID: 'a-1',
    }),
  ).toEqual({ script: 'https://stats.example/js/plausible.js', siteId: 'a-1' });
});

it.each([
  { ANALYTICS_ORIGIN: "https://stats.example; script-src 'unsafe-inline'" },
  { ANALYTICS_ORIGIN: 'https://stats.example/path' },
  { ANALYTICS_ORIGIN: 'javascript:alert(1)' },
  { ANALYTICS_ORIGIN: 'https://stats.example', ANALYTICS_SCRIPT: 'https://evil.example/x.js' },
  { ANALYTICS_ORIGIN: 'https://stats.example', ANALYTICS_SITE_ID: '"><script>' },
])('rejects settings that are more than an origin and a path: %j', (more) => {
  expect(() => configured(more)).toThrow(/ANALYTICS/);
});

it('is named in reading pages alone', async () => {
  const site = { ...aSite(), analytics: { script: 'https://stats.example/script.js' } };
  const stateOf = async (path: string) => {
    const { body } = await requestPage(path, { posts: [] }, { site });
    return JSON.stringify((pageStateOf(body) as unknown as { site: object }).site);
  };
  expect(await stateOf('/')).toContain('stats.example');
  for (const path of ['/account', '/console', '/cart']) expect(await stateOf(path)).not.toContain('stats');
});
