import { describe, expect, it } from 'vitest';
import { isMailable, mailableAddress } from './email-address.ts';

describe('an e-mail address', () => {
  it.each([
    ['asha@example.com', 'asha@example.com'],
    ['asha.rao+bill@mail.example.co.in', 'asha.rao+bill@mail.example.co.in'],
    ["o'brien@example.ie", "o'brien@example.ie"],
    ['Asha@Example.COM', 'Asha@example.com'],
    ['user@उदाहरण.भारत', 'user@xn--p1b6ci4b4b3a.xn--h2brj9c'],
    ['user@xn--p1b6ci4b4b3a.xn--h2brj9c', 'user@xn--p1b6ci4b4b3a.xn--h2brj9c'],
    ['user@bücher.example', 'user@xn--bcher-kva.example'],
  ])('%s is mailed as %s', (text, address) => expect(mailableAddress(text)).toBe(address));

  it.each([
    '',
    'asha',
    '@example.com',
    'asha@',
    'asha@localhost',
    'asha@example..com',
    'asha@example.com.',
    'asha@.example.com',
    'asha@-example.com',
    'asha@example.c',
    'asha@example.1',
    'asha@127.0.0.1',
    'asha@[127.0.0.1]',
    'asha@example.com:25',
    'asha@example.com/x',
    'asha@exa mple.com',
    'asha@exa%6dple.com',
    '.asha@example.com',
    'asha.@example.com',
    'asha..rao@example.com',
    'asha rao@example.com',
    'asha@rao@example.com',
    'asha@example.com,ravi@example.com',
    'asha@example.com;ravi@example.com',
    'Asha <asha@example.com>',
    '"asha"@example.com',
    'asha@example.com\r\nBcc: ravi@example.com',
    'asha\u0000@example.com',
    'आशा@उदाहरण.भारत',
    'asha@example.com\u0001',
    'asha@exam\u00adple.com',
    'asha@exam\u200bple.com',
    'asha@exam\u2060ple.com',
    'asha@example\ufe0f.com',
    `${'a'.repeat(65)}@example.com`,
    `asha@${'a'.repeat(64)}.com`,
    `asha@${'a.'.repeat(130)}com`,
  ])('%j cannot be mailed', (text) => expect(isMailable(text)).toBe(false));
});
