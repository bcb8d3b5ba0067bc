import { expect, it } from 'vitest';
import { readAddresses } from './read-addresses.ts';

it.each([
  ['a pasted list', 'asha@example.in\nravi@example.in\n', ['asha@example.in', 'ravi@example.in']],
  [
    'a CSV file of a spreadsheet, with a byte order mark, a header and quotes',
    '\uFEFFName,Email,City\r\n"Asha Rao",asha@example.in,Pune\r\n"Ravi","ravi@example.in",Delhi\r\n',
    ['asha@example.in', 'ravi@example.in'],
  ],
  ['semicolons', 'Name;Email\nAsha;asha@example.in', ['asha@example.in']],
  ['addresses with names', 'Asha Rao <asha@example.in>\n', ['asha@example.in']],
  ['a line without an address, as it is', 'asha@example.in\nRavi Kumar', ['asha@example.in', 'Ravi Kumar']],
  ['a single line without an address', 'Ravi', ['Ravi']],
])('reads %s', (_kind, text, addresses) => {
  expect(readAddresses(text)).toEqual(addresses);
});
