import { expect, it } from 'vitest';
import { checkedFrameHosts, frameHostsOf } from './frame-hosts.ts';

it('stores hosts one a line, without what is around them in an address', () => {
  const text = 'https://Forms.example.com/apply?x=1, pages.example:8443\n\nforms.example.com';
  expect(checkedFrameHosts(text)).toEqual({ value: 'forms.example.com\npages.example:8443' });
  expect(checkedFrameHosts(' \n')).toEqual({ value: null });
});

it.each([
  '*',
  '*.example.com',
  "forms.example.com;script-src'unsafe-inline'",
  'http://forms.example.com',
  'javascript:alert(1)',
  'localhost',
  '-x.example',
  'data:',
])('rejects %s', (host) => {
  expect(checkedFrameHosts(host).problem).toContain('is no host');
  expect(frameHostsOf(host)).toEqual([]);
});
