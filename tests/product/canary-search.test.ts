import { describe, expect, it } from 'vitest';
import { createCanarySearch } from './canary-search.ts';

const search = createCanarySearch([
  { what: 'address', text: '17 Quillfeather Lane' },
  { what: 'card', text: '5104060000000008' },
]);
const find = (text: string): string[] => search(Buffer.from(text));

describe('the search for canaries', () => {
  it.each([
    ['as it is', 'to 17 Quillfeather Lane, Pune'],
    ['in another case', '17 QUILLFEATHER LANE'],
    ['in a URL', '/?q=17%20Quillfeather%20Lane'],
    ['in a form', 'q=17+Quillfeather+Lane'],
    ['in hexadecimal', Buffer.from('17 Quillfeather Lane').toString('hex').toUpperCase()],
  ])('finds a text %s', (_how, text) => {
    expect(find(text)).toEqual(['address']);
  });

  it.each([0, 1, 2, 3])('finds it in base64 after %d other bytes', (others) => {
    const bytes = Buffer.from(`${'~'.repeat(others)}17 Quillfeather Lane?`);
    expect(find(bytes.toString('base64'))).toEqual(['address']);
    expect(find(bytes.toString('base64url'))).toEqual(['address']);
  });

  it('finds each in binary data, and nothing in other data', () => {
    const bytes = Buffer.concat([
      Buffer.from([0, 255, 128]),
      Buffer.from('5104060000000008'),
      Buffer.from([254]),
    ]);
    expect(search(bytes)).toEqual(['card']);
    expect(find('18 Quillfeather Lane, 5104060000000009')).toEqual([]);
  });

  it('rejects a canary that could appear by chance', () => {
    expect(() => createCanarySearch([{ what: 'pin', text: '411001' }])).toThrow('too short');
  });
});
