import { expect, it } from 'vitest';
import { findRule36Words } from './rule36-words.ts';

it.each([
  ['The best lawyer in Pune', ['best']],
  ['India’s No. 1 firm, top-rated', ['No. 1', 'top']],
  ['We are the Most Trusted. most trusted!', ['Most Trusted']],
  ['Call 98765 43210 or write to me@example.in', ['98765 43210', 'me@example.in']],
  ['See www.example.in/me', ['www.example.in/me']],
  ['पुणे के सर्वश्रेष्ठ वकील', ['सर्वश्रेष्ठ']],
])('finds in %j %j', (text, words) => {
  expect(findRule36Words(text)).toEqual(words);
});

it.each([
  'Practises civil law before the Bombay High Court since 2010',
  'Bestway Chambers, 4th floor, Topiwala Lane',
  'Expertise in arbitration; misleading advertisements; stopped in 2011',
  'Section 302 read with 34, order of 2019, Rs 1,00,000',
])('finds nothing in %j', (text) => {
  expect(findRule36Words(text)).toEqual([]);
});
