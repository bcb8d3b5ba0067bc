import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { aPost } from '../src/testing/fake-api.ts';
import { requestPage } from './page-request-builder.ts';

const picture = (url: string, size = 512) => ({
  data: { id: 3, attributes: { url, width: size, height: size } },
});
const options = {
  site_name: 'Bihar Law',
  tagline: 'Law for Bihar',
  footer_year_from: 2020,
  accent_colour: '#0b5394',
  logo: picture('/uploads/logo_1.png'),
  site_icon: picture('/uploads/icon_2.png'),
};
const posts = [aPost(1)];
const policyOf = (headers: Record<string, unknown>) => String(headers['content-security-policy']);

describe('pages with the look of their owner', () => {
  it.each(['/', '/gst/report-1', '/about', '/cart', '/console', '/nowhere'])(
    'have on %s its colours, logo and icon, allowed by the policy',
    async (path) => {
      const { body, headers } = await requestPage(path, { posts, options });
      const [, style = ''] = /<style>(:root\{--accent[^<]*)<\/style>/.exec(body) ?? [];
      expect(style).toContain('--accent:light-dark(#0b5394,');
      expect(style).toContain('--logo:url("/uploads/logo_1.png")');
      expect(body).toContain('<link rel="icon" href="/uploads/icon_2.png" sizes="512x512">');
      expect(body).not.toContain('href="/icon.svg"');
      const hash = createHash('sha256').update(style).digest('base64');
      expect(/style-src [^;]*/.exec(policyOf(headers))?.[0]).toContain(`'sha256-${hash}'`);
    },
  );

  it('have name and tagline of the owner, and the year of the foundation', async () => {
    const { body } = await requestPage('/', { posts, options });
    expect(body).toContain('>Bihar Law | Law for Bihar</title>');
    expect(body).toContain('Law for Bihar, since 2020.');
  });

  it.each([
    [2020, undefined, '© 2020–2024 Bihar Law.'],
    [2026, undefined, '© 2026 Bihar Law.'],
    [2026, 2026, '© 2026 Bihar Law.'],
  ])('have no years of the copyright before the foundation, founded in %i', async (from, to, text) => {
    const years = { footer_year_from: from, ...(to === undefined ? {} : { footer_year_to: to }) };
    const { body } = await requestPage('/about', { posts, options: { ...options, ...years } });
    expect(body).toContain(text);
  });

  it('have that of the product where the options cannot be read, and are not cached', async () => {
    const { body, headers } = await requestPage('/about', {
      posts,
      options,
      failing: { '/site-options': 500 },
    });
    expect(body).not.toContain('--accent:light-dark');
    expect(body).toContain('href="/icon.svg"');
    expect(headers['cache-control']).toBe('no-store');
  });

  it('lead /favicon.ico and the manifest to the icon', async () => {
    const icon = await requestPage('/favicon.ico', { posts, options });
    expect([icon.statusCode, icon.headers.location]).toEqual([302, '/uploads/icon_2.png']);
    expect((await requestPage('/favicon.ico', { posts, options: {} })).headers.location).toBe('/icon.svg');
    const { icons } = (await requestPage('/manifest.webmanifest', { posts, options })).json<{
      icons: object[];
    }>();
    expect(icons).toEqual([{ src: '/uploads/icon_2.png', sizes: '512x512' }]);
  });
});
