import { describe, expect, it } from 'vitest';
import { redirectPath, redirectTarget } from './redirects.ts';

describe('redirectPath', () => {
  it.each([
    ['/old', '/old'],
    [' /old/ ', '/old'],
    ['/2019/05/title', '/2019/05/title'],
    ['/caf%C3%A9', '/café'],
    ['/cafe\u0301', '/café'],
    ['/%E0%A4%95', '/क'],
    ['/a%20b', '/a b'],
    ['/a b', '/a b'],
    ['/index.php', '/index.php'],
  ])('reads %j as %j', (text, path) => {
    expect(redirectPath(text)).toBe(path);
  });

  it.each([
    '',
    '/',
    'old',
    '//host',
    '/a//b',
    '/a?b=1',
    '/a#b',
    '/a/../b',
    '/./a',
    '/%2e%2e/a',
    '/a%2Fb',
    '/a%5Cb',
    '/\\host',
    '/a%0d%0ab',
    '/a\r\nb',
    '/a%00',
    '/%',
    '/%E0%A4',
    '/a\u2028b',
    'https://host/a',
    `/${'a'.repeat(600)}`,
  ])('takes %j for no path', (text) => {
    expect(redirectPath(text)).toBeNull();
  });
});

describe('redirectTarget', () => {
  const target = (text: string): string | null => redirectTarget(text, 'https://vidhi.example');

  it.each([
    ['/new', '/new'],
    ['/', '/'],
    ['/new/', '/new/'],
    ['/new?a=b#c', '/new?a=b#c'],
    ['/a/../b', '/b'],
    ['/क', '/%E0%A4%95'],
    ['https://other.example/x?y=1', 'https://other.example/x?y=1'],
    ['HTTP://Other.example', 'http://other.example/'],
    ['https://vidhi.example/new?a=b', '/new?a=b'],
    ['http://VIDHI.example/new', '/new'],
    ['https://vidhi.example', '/'],
  ])('reads %j as %j', (text, stored) => {
    expect(target(text)).toBe(stored);
  });

  it.each([
    '',
    'new',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2f%2fevil.example',
    '/%2Fevil.example',
    '/%5Cevil.example',
    '/\tevil.example',
    '/a\r\nset-cookie: a=b',
    '/a%0d%0aset-cookie:a=b',
    '/a b',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'ftp://other.example',
    'https:evil.example',
    'https:/evil.example',
    'https:///evil.example',
    'https://',
    'https://user@evil.example',
    'https://user:pass@evil.example',
    'https://evil.example\\@vidhi.example',
    'https://evil.example/\r\nx: y',
    'https://vidhi.example//evil.example',
    'https://ex ample.com',
    `/${'a'.repeat(1_100)}`,
  ])('takes %j for no target', (text) => {
    expect(target(text)).toBeNull();
  });

  it('reads what it returns as the same', () => {
    for (const text of ['/new?a=b#c', '/क', 'https://other.example/x', 'https://उदाहरण.भारत/क'])
      expect(target(target(text) ?? '')).toBe(target(text));
  });
});
