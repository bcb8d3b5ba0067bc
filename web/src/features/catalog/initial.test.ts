import { describe, expect, it } from 'vitest';
import { initialOf } from './initial.ts';

describe('the letter in place of a missing picture', () => {
  it.each([
    ['Asha Rao', 'A'],
    ['Adv. Bela Rao', 'B'],
    ['Adv.Bela Rao', 'B'],
    ['ADV BELA RAO', 'B'],
    ['Advocate Chetan Das', 'C'],
    ['Sr. Adv. Divya Sen', 'D'],
    ['Senior Advocate Divya Sen', 'D'],
    ['Adv. Dr. (Mrs.) Esha Nair', 'E'],
    ['CA Farid Khan', 'F'],
    ['CS. Gita Iyer', 'G'],
    ['Shri Hari Om', 'H'],
    ['Smt. Indira Bose', 'I'],
    ['mr jai singh', 'J'],
    ['C.S. Vaidya', 'C'],
    ['अधिवक्ता डॉ. कविता शर्मा', 'क'],
    ['Adv. किरण जोशी', 'क'],
  ])('of the lawyer "%s" is %s', (title, letter) => {
    expect(initialOf({ store: 'lawyers', title })).toBe(letter);
  });

  it.each([
    ['Senior & Partners', 'S'],
    ['Dr. Rao Associates', 'D'],
    ['M/s. Lal & Lal', 'L'],
    ['Messrs Mehta', 'M'],
    ['“Nyaya” Chambers', 'N'],
  ])('of the firm "%s" is %s', (title, letter) => {
    expect(initialOf({ store: 'firms', title })).toBe(letter);
  });

  it.each([
    ['Advocate’s Handbook', 'A'],
    ['Mr. Justice Holmes', 'M'],
    ['100 Questions', '1'],
  ])('of the book "%s" is %s', (title, letter) => {
    expect(initialOf({ store: 'books', title })).toBe(letter);
  });

  it('is the first of a title that has nothing after it, and none of a title without letters', () => {
    expect(initialOf({ store: 'lawyers', title: 'Adv.' })).toBe('A');
    expect(initialOf({ store: 'lawyers', title: ' – ' })).toBe('');
  });
});
