import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { siteTextRoutes, type SiteTexts } from './site-text-routes.ts';

const NOW = new Date('2026-11-21T10:00:00.000Z');

async function get(path: string, texts: Partial<SiteTexts> = {}) {
  const server = Fastify();
  await server.register(siteTextRoutes, { publicUrl: 'https://vidhi.example', now: () => NOW, ...texts });
  const { statusCode, headers, body } = await server.inject(path);
  await server.close();
  return { statusCode, location: headers.location, type: headers['content-type'], body };
}

describe('/.well-known/security.txt', () => {
  it('names the contact page and expires within a year unless the site says more', async () => {
    expect(await get('/.well-known/security.txt')).toMatchObject({
      statusCode: 200,
      type: 'text/plain; charset=utf-8',
      body: [
        'Contact: https://vidhi.example/contact',
        'Expires: 2027-05-20T00:00:00.000Z',
        'Preferred-Languages: en, hi',
        'Canonical: https://vidhi.example/.well-known/security.txt',
        '',
      ].join('\n'),
    });
  });

  it('has the contact and the policy of the settings', async () => {
    const { body } = await get('/.well-known/security.txt', {
      securityContact: 'mailto:security@vidhi.example',
      securityPolicy: 'https://vidhi.example/security',
    });
    expect(body).toMatch(/^Contact: mailto:security@vidhi\.example$/m);
    expect(body).toMatch(/^Policy: https:\/\/vidhi\.example\/security$/m);
  });
});

describe('/ads.txt', () => {
  it('says that nobody sells advertisements of the site unless the site says who does', async () => {
    expect((await get('/ads.txt')).body).toBe('placeholder.example.com, placeholder, DIRECT, placeholder\n');
    const adsTxt = 'google.com, pub-1, DIRECT, f08c47fec0942fa0\\nads.example, 7, RESELLER';
    expect((await get('/ads.txt', { adsTxt })).body).toBe(
      'google.com, pub-1, DIRECT, f08c47fec0942fa0\nads.example, 7, RESELLER\n',
    );
  });

  it('leads to the manager of the advertisements', async () => {
    const adsTxt = 'https://manager.example/vidhi';
    expect(await get('/ads.txt', { adsTxt })).toMatchObject({ statusCode: 301, location: adsTxt });
  });
});

describe('the feed', () => {
  it.each(['/rss.xml', '/feed'])('is where %s leads', async (path) => {
    expect(await get(path)).toMatchObject({ statusCode: 301, location: '/feed.xml' });
  });
});
