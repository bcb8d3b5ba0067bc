import { describe, expect, it } from 'vitest';
import { listOf } from '../../testing/fake-api.ts';
import { mayFrame, pageTitle, toHostedPage } from './hosted-page.ts';

const wire = (targetUrl: string) =>
  listOf([{ id: 2, attributes: { name: 'refund-policy', targetUrl, description: null } }]);

describe('toHostedPage', () => {
  it('keeps an https address', () => {
    expect(toHostedPage(wire('https://pages.example/refund'))?.targetUrl).toBe(
      'https://pages.example/refund',
    );
  });
  it.each(['http://pages.example', 'javascript:alert(1)', 'data:text/html,x', ''])(
    'drops the address %s',
    (target) => {
      expect(toHostedPage(wire(target))?.targetUrl).toBeNull();
    },
  );
  it('is null when nothing has the name', () => {
    expect(toHostedPage(listOf([]))).toBeNull();
  });
});

describe('mayFrame', () => {
  it('frames only hosts of the list, the port included', () => {
    expect(mayFrame('https://pages.example/x', ['pages.example'])).toBe(true);
    expect(mayFrame('https://pages.example:444/x', ['pages.example'])).toBe(false);
    expect(mayFrame('https://pages.example.evil.example/x', ['pages.example'])).toBe(false);
    expect(mayFrame('https://pages.example@evil.example/x', ['pages.example'])).toBe(false);
  });
});

it('makes a title of a name', () => {
  expect(pageTitle('refund-policy')).toBe('Refund policy');
});
