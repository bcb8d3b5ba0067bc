import { describe, expect, it } from 'vitest';
import { respondList } from '../respond/list.ts';
import { aPost, loadSite } from '../testing.ts';

const TITLES = ['सडड़क ज़मानत', 'क्‍ष निर्णय', 'Cafe\u0301 licence', 'plain'];

const foundBy = (operator: string, typed: string): string[] => {
  const model = loadSite({ post: TITLES.map((title, at) => aPost({ id: at + 1, title, content: title })) });
  const find = (attribute: string): string[] => {
    const query = `filters[${attribute}][${operator}]=${encodeURIComponent(typed)}&sort=id`;
    const { data } = JSON.parse(respondList(model, 'post', query, 'public').toString()) as {
      data: { attributes: { title: string } }[];
    };
    return data.map(({ attributes }) => attributes.title);
  };
  try {
    expect(find('content')).toEqual(find('title'));
    return find('title');
  } finally {
    model.close();
  }
};

describe('texts in conditions', () => {
  it.each([
    ['$contains', '\u095bमानत', TITLES[0]],
    ['$containsi', '\u091c\u093cमानत', TITLES[0]],
    ['$contains', 'क्ष', TITLES[1]],
    ['$startsWith', 'क्\u200cष', TITLES[1]],
    ['$endsWith', 'निर्\u200dणय', TITLES[1]],
    ['$eqi', 'caf\u00e9 licence', TITLES[2]],
    ['$contains', 'af\u00e9', TITLES[2]],
    ['$contains', 'pl\u200dain', TITLES[3]],
  ])('%s %s finds the same word in another encoding', (operator, typed, title) =>
    expect(foundBy(operator, typed)).toEqual([title]),
  );

  it('differ with and without a nukta, and by the case of letters beyond A to Z', () => {
    expect(foundBy('$contains', 'जमानत')).toEqual([]);
    expect(foundBy('$contains', 'CAF\u00c9')).toEqual([]);
  });

  it('are excluded by the negation in every encoding', () =>
    expect(foundBy('$notContains', 'क्ष')).toEqual(TITLES.filter((title) => title !== TITLES[1])));
});
