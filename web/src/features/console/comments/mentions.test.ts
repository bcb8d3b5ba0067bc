import { expect, it } from 'vitest';
import { mentionsIn, peopleFor, typedName, withName } from './mentions.ts';

const PEOPLE = [
  { id: 1, name: 'Meena Rao' },
  { id: 2, name: 'Arvind Nair' },
];

it.each([
  ['Please look, @mee', 'mee'],
  ['@Meena R', 'Meena R'],
  ['@', ''],
  ['mail meena@rao', null],
  ['no name', null],
])('finds the name that is being typed in %j', (text, typed) => expect(typedName(text)).toBe(typed));

it('offers the people whose names have the beginning of a word, and completes the name', () => {
  expect(peopleFor('nai', PEOPLE)).toEqual([PEOPLE[1]]);
  expect(peopleFor('eena', PEOPLE)).toEqual([]);
  expect(peopleFor('meena rao', PEOPLE)).toEqual([]);
  expect(withName('Ask @mee about it', 8, 'Meena Rao')).toEqual({
    text: 'Ask @Meena Rao about it',
    cursor: 15,
  });
});

it('finds whom a text mentions', () =>
  expect(mentionsIn('@Meena Rao and Arvind Nair: see @Meena Rao', PEOPLE)).toEqual([1]));
