import { describe, expect, it } from 'vitest';
import { acceptedEncoding, acceptsHtml } from './negotiation.ts';

describe('the content encoding', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0.5, gzip', 'gzip'],
    ['*', 'br'],
    ['deflate, gzip;q=1.0, *;q=0.5', 'gzip'],
    ['BR', 'br'],
    ['identity;q=1, br;q=0.5', 'identity'],
    ['br;q=0, gzip;q=0', 'identity'],
    ['deflate', 'identity'],
    ['*;q=0', 'identity'],
    ['', 'identity'],
    [undefined, 'identity'],
  ])('of a client that accepts %j is %s', (header, encoding) => {
    expect(acceptedEncoding(header)).toBe(encoding);
  });
});

describe('HTML', () => {
  it.each([
    ['text/html,application/xhtml+xml,*/*;q=0.8', true],
    ['application/json', false],
    ['*/*', false],
    ['text/html;q=0', false],
    [undefined, false],
  ])('with %j is accepted: %s', (header, isAccepted) => {
    expect(acceptsHtml(header)).toBe(isAccepted);
  });
});
