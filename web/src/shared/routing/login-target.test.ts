import { describe, expect, it } from 'vitest';
import { loginPath, safeTarget, targetFrom } from './login-target.ts';

describe('safeTarget', () => {
  it.each(['/catalogs/lawyers/7/a-rao', '/search?q=a&page=2', '/a/b#c', '/catalogs/books/1/%E0%A4%95'])(
    'keeps the path %s',
    (path) => expect(safeTarget(path)).toBe(path),
  );
  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '\\\\evil.example',
    '/.//evil.example/',
    '/x/..//evil.example/',
    '/\t/evil.example',
    '/\n//evil.example',
    ' //evil.example',
    'javascript:alert(1)',
    'evil.example',
    '',
    null,
    undefined,
    `/${'a'.repeat(3_000)}`,
  ])('replaces %j by the front page', (path) => expect(safeTarget(path)).toBe('/'));
  it.each(['/login', '/login/', '/LOGIN?next=/a', '/a/../login'])(
    'replaces the login page %s by the front page',
    (path) => expect(safeTarget(path)).toBe('/'),
  );
  it('is read from the path of the login page', () => {
    const path = '/catalogs/firms/3/rao-and-sons?a=1&b=%26#contact';
    expect(targetFrom(new URL(loginPath(path), 'http://x.example').searchParams)).toBe(path);
  });
  it('is left out of the path when it is the front page', () => {
    expect(loginPath('/')).toBe('/login');
    expect(loginPath('//evil.example')).toBe('/login');
  });
});
