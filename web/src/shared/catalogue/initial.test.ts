import { describe, expect, it } from 'vitest';
import { initialOf } from './initial.ts';

describe('initialOf', () => {
  it.each([
    ['lawyers', 'Asha Rao', 'A'],
    ['lawyers', 'Adv. Bela Rao', 'B'],
    ['lawyers', 'Adv.Bela Rao', 'B'],
    ['lawyers', 'ADV BELA RAO', 'B'],
    ['lawyers', 'Advocate Chetan Das', 'C'],
    ['lawyers', 'Sr. Adv. Divya Sen', 'D'],
    ['lawyers', 'Senior Advocate Divya Sen', 'D'],
    ['lawyers', 'Adv. Dr. (Mrs.) Esha Nair', 'E'],
    ['lawyers', 'CA Farid Khan', 'F'],
    ['lawyers', 'CS. Gita Iyer', 'G'],
    ['lawyers', 'Shri Hari Om', 'H'],
    ['lawyers', 'Smt. Indira Bose', 'I'],
    ['lawyers', 'mr jai singh', 'J'],
    ['lawyers', 'C.S. Vaidya', 'C'],
    ['lawyers', 'अधिवक्ता डॉ. कविता शर्मा', 'क'],
    ['lawyers', 'Adv. किरण जोशी', 'क'],
    ['firms', 'Senior & Partners', 'S'],
    ['firms', 'Dr. Rao Associates', 'D'],
    ['firms', 'M/s. Lal & Lal', 'L'],
    ['firms', 'Messrs Mehta', 'M'],
    ['firms', '“Nyaya” Chambers', 'N'],
    ['books', 'Advocate’s Handbook', 'A'],
    ['books', 'Mr. Justice Holmes', 'M'],
    ['books', '100 Questions', '1'],
  ] as const)('of the %s’ "%s" is %s', (kind, title, letter) => {
    expect(initialOf({ kind, title })).toBe(letter);
  });

  it('is that of a title without a name, and empty without letters', () => {
    expect(initialOf({ kind: 'lawyers', title: 'Adv.' })).toBe('A');
    expect(initialOf({ kind: 'lawyers', title: ' – ' })).toBe('');
  });
});
