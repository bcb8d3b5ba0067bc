import { describe, expect, it } from 'vitest';
import { arrivalSource, referrerHost } from './arrival-source.ts';

describe('the host of a referrer', () => {
  it('is in lower case, without www', () => {
    expect(referrerHost('WWW.Example.COM')).toBe('example.com');
    expect(referrerHost('blog.example.co.in')).toBe('blog.example.co.in');
  });

  it.each(['', 'localhost', '192.168.0.1', 'a b.com', 'example.com/path?mail=a@b.in', '<b>.com', 'a..b'])(
    'is null for %j',
    (text) => {
      expect(referrerHost(text)).toBeNull();
    },
  );
});

describe('the source of an arrival', () => {
  it('is what the address of the page names', () => {
    expect(arrivalSource('google.co.in', ' Newsletter ')).toBe('newsletter');
  });

  it.each([
    [null, 'direct'],
    ['google.co.in', 'search engines'],
    ['duckduckgo.com', 'search engines'],
    ['m.facebook.com', 'social networks'],
    ['t.co', 'social networks'],
    ['chatgpt.com', 'assistants'],
    ['gemini.google.com', 'assistants'],
    ['notgoogle.example.com', 'other sites'],
    ['google.com.example.org', 'other sites'],
  ])('is the kind of the host otherwise: %s', (host, source) => {
    expect(arrivalSource(host, undefined)).toBe(source);
  });

  it.each(['a@b.in', '<script>', '9876543210', 'x'.repeat(41), ''])(
    'is never a text such as %j',
    (source) => {
      expect(arrivalSource(null, source)).toBe('direct');
    },
  );
});
