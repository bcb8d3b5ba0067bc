import { describe, expect, it } from 'vitest';
import { listOf } from '../../testing/fake-api.ts';
import { mayFrame, pageTitle, toHostedPage } from './hosted-page.ts';

const wire = (targetUrl: string) =>
  listOf([{ id: 2, attributes: { name: 'refund-policy', targetUrl, description: null } }]);

describe('toHostedPage', () => {
  it('accepts an https URL', () => {
    expect(toHostedPage(wire('https://pages.example/refund'))?.targetUrl).toBe(
      'https://pages.example/refund',
    );
  });
  it.each(['http://pages.example', 'javascript:alert(1)', 'data:text/html,x', '//evil.example', ''])(
    'rejects the URL %s',
    (target) => {
      expect(toHostedPage(wire(target))?.targetUrl).toBeNull();
    },
  );
  it.each(['/refunds', '/refunds?lang=hi'])('accepts the path %s of this site', (path) => {
    expect(toHostedPage(wire(path))?.targetUrl).toBe(path);
  });
  it('is null for an empty list', () => {
    expect(toHostedPage(listOf([]))).toBeNull();
  });
});

describe('mayFrame', () => {
  it('accepts hosts of the list, ports included', () => {
    expect(mayFrame('https://pages.example/x', ['pages.example'])).toBe(true);
    expect(mayFrame('https://pages.example:444/x', ['pages.example'])).toBe(false);
    expect(mayFrame('https://pages.example.evil.example/x', ['pages.example'])).toBe(false);
    expect(mayFrame('https://pages.example@evil.example/x', ['pages.example'])).toBe(false);
  });
});

describe('pageTitle', () => {
  it('derives a title from the name', () => {
    expect(pageTitle({ name: 'refund-policy', title: '' })).toBe('Refund policy');
  });
  it('is the title of the page where it has one', () => {
    expect(pageTitle({ name: 'hamare-bare-mein', title: 'हमारे बारे में' })).toBe('हमारे बारे में');
  });
});
