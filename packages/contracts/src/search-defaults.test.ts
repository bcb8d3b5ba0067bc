import { describe, expect, it } from 'vitest';
import { checkedTitlePattern, checkedVerification, DEFAULT_TITLE_PATTERN } from './search-defaults.ts';

describe('a pattern of titles', () => {
  it('has the title of the page once', () => {
    expect(checkedTitlePattern(` ${DEFAULT_TITLE_PATTERN} `)).toEqual({ value: DEFAULT_TITLE_PATTERN });
    expect(checkedTitlePattern('{title} – law for Bihar')).toEqual({ value: '{title} – law for Bihar' });
  });

  it.each([
    '',
    '{site}',
    '{title}{title}',
    '{title} {name}',
    `{title}${'x'.repeat(120)}`,
    '{title}\nx',
    7,
    null,
  ])('is not %j', (value) => expect(checkedTitlePattern(value).problem).toBeTypeOf('string'));
});

describe('the code of a search engine', () => {
  const token = 'rU3Yb_x-0123456789abcdefghijklmnopqrstuvwxyz';

  it.each([
    token,
    ` ${token} `,
    `<meta name="google-site-verification" content="${token}" />`,
    `<meta content='${token}' name='x'>`,
  ])('is the token of %j', (text) => expect(checkedVerification(text)).toEqual({ value: token }));

  it.each([
    `${token}"><script>alert(1)</script>`,
    `<meta name="x" content="${token}"><script>alert(1)</script>`,
    `<meta name="x" content="a" http-equiv="refresh">`,
    `" http-equiv="refresh" content="0;url=//evil.example`,
    '<script>alert(1)</script>',
    `${token}\n<b>`,
    '&quot;&gt;&lt;svg&gt;',
    'short',
    'x'.repeat(200),
    {},
    7,
  ])('is not in %j', (value) => expect(checkedVerification(value).problem).toContain('letters, digits'));
});
