import { describe, expect, it } from 'vitest';
import { isPersonName } from './person-name.ts';

describe('the name of a person', () => {
  it.each([
    'Ravi S/o Mohan',
    'Lata D/O. Ram Singh',
    'Meena W/o Suresh',
    'K.Ramesh',
    'M.Venkata Subramaniam',
    'A. P. J. Abdul Kalam',
    'S.K.Sharma',
    'Md.Rafiq',
    'Dr.Rao',
    "D'Souza",
    'O’Brien',
    'Smt. Kamla-Devi (retd.)',
    'M/s Rao & Sons',
    'Sukarno',
    'राम प्रसाद',
    'முருகன் மூர்த்தி',
    'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ',
    'محمد رفیع',
    '1st Lt. Arun Khetarpal',
    'Rajinder Comar',
  ])('%s is one', (name) => expect(isPersonName(name)).toBe(true));

  it.each([
    '',
    '  ',
    'https://evil.example/win',
    'evil.example/win',
    'www.evil.example',
    'evil.com',
    'win at evil.in now',
    '//evil.example',
    'mail asha@evil.example',
    'Ravi\r\nBcc: x',
    'javascript:alert(1)',
    '<b>Ravi</b>',
    '{{constructor}}',
    'Ravi/../x',
    'a/1',
  ])('%j is none', (name) => expect(isPersonName(name)).toBe(false));
});
