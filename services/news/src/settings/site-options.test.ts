import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aNewsApp, asRole, type TestApp } from '../app-builder.ts';

let made: TestApp;
beforeEach(async () => {
  made = await aNewsApp({
    documents: {
      file: [{ id: 5, name: 'logo.png', url: '/uploads/logo_1.png', width: 400, height: 100 }],
    },
  });
});
afterEach(async () => made.app.close());

const setOptions = (data: object) =>
  made.app.inject({ method: 'PUT', url: '/api/site-options', headers: asRole(10), payload: { data } });
const options = async (query = '') =>
  (await made.app.inject(`/api/site-options${query}`)).json<{
    data: { attributes: Record<string, unknown> };
  }>().data.attributes;

describe('the look of the site', () => {
  it('is in no response until somebody has chosen it', async () => {
    const shown = await options();
    for (const name of ['tagline', 'logo', 'accent_colour', 'frame_hosts', 'menu_links'])
      expect(shown).not.toHaveProperty(name);
  });

  it('has the logo with its size where pictures are populated', async () => {
    expect((await setOptions({ logo: 5, tagline: 'Law for Bihar' })).statusCode).toBe(200);
    expect(await options('?populate=*')).toMatchObject({
      tagline: 'Law for Bihar',
      logo: { data: { attributes: { url: '/uploads/logo_1.png', width: 400, height: 100 } } },
      logo_dark: { data: null },
    });
    expect(await options()).not.toHaveProperty('logo');
  });

  it.each([
    ['accent_colour', '#ffcc00', 'too pale'],
    ['accent_colour_dark', '#101010', 'too dark'],
    ['accent_colour', '#7a1f1f;}body{display:none}', 'six digits'],
    ['accent_colour', 'url(//evil.example)', 'six digits'],
    ['accent_colour', 7, ''],
    ['frame_hosts', "a.example; script-src 'unsafe-inline'", 'is no host'],
    ['frame_hosts', '*', 'is no host'],
    ['foot_columns', { title: 'x' }, 'list of columns'],
    ['title_pattern', 'Law', 'needs {title}'],
    ['google_verification', '"><script>alert(1)</script>', 'letters, digits'],
    ['bing_verification', 'x" http-equiv="refresh', 'letters, digits'],
  ])('rejects %s %j', async (attribute, value, message) => {
    const response = await setOptions({ site_name: 'Half', [attribute]: value });
    expect(response.statusCode).toBe(400);
    expect(response.json<{ error: { message: string } }>().error.message).toContain(message);
    expect((await options())['site_name']).not.toBe('Half');
  });

  it('stores the code of a search engine, also from the element that it shows', async () => {
    await setOptions({
      google_verification: '<meta name="google-site-verification" content="abc_DEF-123" />',
    });
    expect(await options()).toMatchObject({ google_verification: 'abc_DEF-123' });
    await setOptions({ google_verification: '' });
    expect(await options()).not.toHaveProperty('google_verification');
  });

  it('stores colours and hosts in one form, and the default for an empty text', async () => {
    await setOptions({ accent_colour: ' #0B5394 ', frame_hosts: 'https://Forms.example.com/x' });
    expect(await options()).toMatchObject({ accent_colour: '#0b5394', frame_hosts: 'forms.example.com' });
    await setOptions({ accent_colour: '', frame_hosts: '' });
    expect(await options()).not.toHaveProperty('accent_colour');
  });
});
