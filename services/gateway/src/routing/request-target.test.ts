import { describe, expect, it } from 'vitest';
import { parseRequestTarget } from './request-target.ts';

describe('parseRequestTarget', () => {
  it('splits path and query and decodes the path once', () => {
    expect(parseRequestTarget('/news/%E0%A4%95?page=2&x=%2F')).toEqual({
      path: '/news/%E0%A4%95',
      decodedPath: '/news/क',
      query: 'page=2&x=%2F',
    });
  });

  it.each([
    '/internal',
    '/internal/',
    '/internal/import/post',
    '/internal?x=1',
    '/INTERNAL/import/post',
    '/Internal/openapi.json',
    '/%69nternal/import/post',
    '/%49NTERNAL/import/post',
    '/%2569nternal/import/post',
    '//internal/import/post',
    '/./internal/import/post',
    '/api/../internal/import/post',
    '/api/%2e%2e/internal/import/post',
    '/api/%2E./internal/import/post',
    '/api/..%2finternal/import/post',
    '/%2finternal/import/post',
    '/api/%252e%252e/internal/import/post',
  ])('hides %s', (target) => {
    expect(parseRequestTarget(target)).toBe('internal');
  });

  it.each([
    '',
    '*',
    'http://evil.example/api/posts',
    '/api/\\..\\posts',
    '/api/%5c..%5cposts',
    '/api/posts/%',
    '/api/posts/%zz',
    '/api/posts/%ff',
    '/api/posts/%00',
    '/api/posts/a%0d%0ab',
    '/api/../posts',
    '/api/%2e%2e/posts',
    '/api//posts',
    '//evil.example/',
    '/api/a%2fb',
    '/api/posts#x',
    '/api/po sts',
    '/api/é',
  ])('refuses %j', (target) => {
    expect(parseRequestTarget(target)).toBe('malformed');
  });

  it('tells a target that is too long from a malformed one', () => {
    const url = '/api/posts?filters[slug][$eq]=';
    expect(parseRequestTarget(url.padEnd(16_385, 'x'))).toBe('too-long');
    expect(parseRequestTarget(url.padEnd(16_384, 'x'))).toMatchObject({ path: '/api/posts' });
  });

  it.each([
    '/news/internal',
    '/internal-affairs',
    '/search?q=/internal/x',
    '/a...b',
    '/100%25',
    '/.well-known/jwks.json',
  ])('lets %s pass', (target) => {
    expect(parseRequestTarget(target)).toMatchObject({ path: target.split('?')[0] });
  });
});
