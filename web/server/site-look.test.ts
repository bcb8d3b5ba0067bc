import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { lookOf, sharedLookOf } from './site-look.ts';

const options = (attributes: object) => ({ data: { id: 1, attributes } });
const picture = (url: unknown, width: unknown = 400, height: unknown = 100) => ({
  data: { id: 3, attributes: { url, width, height } },
});

describe('the look of a site', () => {
  it('is that of the product without choices, and where nothing can be read', () => {
    for (const body of [null, 'x', {}, options({}), options({ accent_colour: null, logo: { data: null } })])
      expect(lookOf(body)).toMatchObject({ style: '', styleSource: '', icon: null, frameHosts: null });
    expect(lookOf(null).icons).toContain('href="/icon.svg"');
  });

  it('has the colours of both schemes, and the hash of its style sheet', () => {
    const { style, styleSource } = lookOf(
      options({ accent_colour: '#0b5394', accent_colour_dark: '#9fc5e8' }),
    );
    expect(style).toContain('--accent:light-dark(#0b5394,#9fc5e8)');
    expect(styleSource).toBe(`'sha256-${createHash('sha256').update(style).digest('base64')}'`);
  });

  it('has the logo of each scheme in place of the name, as wide as it is', () => {
    const { style } = lookOf(
      options({ logo: picture('/uploads/a_1.png'), logo_dark: picture('/uploads/b_2.png') }),
    );
    expect(style).toContain('--logo:url("/uploads/a_1.png");--logo-width:9.00rem');
    expect(style).toContain(':root[data-theme="dark"]{--logo:url("/uploads/b_2.png")}');
    expect(lookOf(options({ logo: picture('/uploads/a_1.png', 4000, 10) })).style).toContain(
      '--logo-width:14.00rem',
    );
  });

  it.each([
    '#0b5394}body{display:none',
    '#0b5394;background:url(//evil.example)',
    '</style><script>alert(1)</script>',
    '#ffcc00',
    7,
  ])('leaves out the colour %j', (colour) => {
    expect(lookOf(options({ accent_colour: colour })).style).toBe('');
  });

  it.each([
    '/uploads/a.png")}body{display:none}x{y:url("',
    'https://evil.example/a.png',
    '//evil.example/a.png',
    '/uploads/../api/x',
    '/uploads/a.png"><script>',
    null,
  ])('leaves out the picture %j', (url) => {
    const look = lookOf(options({ logo: picture(url), site_icon: picture(url) }));
    expect(look).toMatchObject({ style: '', icon: null });
    expect(look.icons).not.toContain('evil');
  });

  it('leaves out a picture without size', () => {
    expect(lookOf(options({ logo: picture('/uploads/a.png', null, null) })).style).toBe('');
  });

  it('has the icon for tabs and home screens', () => {
    expect(lookOf(options({ site_icon: picture('/uploads/i_1.png', 512, 512) })).icons).toBe(
      '<link rel="icon" href="/uploads/i_1.png" sizes="512x512">\n<link rel="apple-touch-icon" href="/uploads/i_1.png">\n',
    );
  });

  it('has hosts of frames that are hosts', () => {
    const hosts = "forms.example.com\n*; script-src 'unsafe-inline'";
    expect(lookOf(options({ frame_hosts: hosts })).frameHosts).toEqual(['forms.example.com']);
  });

  it('is computed once for a response', () => {
    const body = options({ accent_colour: '#0b5394' });
    expect(sharedLookOf(body)).toBe(sharedLookOf(body));
    expect(sharedLookOf(options({ accent_colour: '#0b5394' }))).not.toBe(sharedLookOf(body));
  });
});
