import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReadModel } from '../model/read-model.ts';
import { respondList } from '../respond/list.ts';
import { aPost, loadSite } from '../testing.ts';

const TITLES = [
  'सडड़क ज़मानत',
  'क्‍ष निर्णय',
  'धारा ३०२ के तहत',
  'What “reasonable doubt” means in Smith’s case',
  'Section\u00a0498A and dowry\u2011related harassment',
  'Arjun v. State, 2024 INSC 12 explained',
  'S.C. on anticipatory bail',
];
/** So many different titles that conditions on them go through an index. */
const OTHERS = Array.from({ length: 300 }, (_, at) => `Notice ${at + 1000} of the Registry`);

let few: ReadModel;
let many: ReadModel;
beforeAll(() => {
  const load = (titles: readonly string[]) =>
    loadSite({ post: titles.map((title, at) => aPost({ id: at + 1, title, content: title })) });
  few = load(TITLES);
  many = load([...TITLES, ...OTHERS]);
});
afterAll(() => {
  few.close();
  many.close();
});

function foundBy(model: ReadModel, typed: string, attribute = 'title', operator = '$search'): string[] {
  const query = `filters[${attribute}][${operator}]=${encodeURIComponent(typed)}&sort=id&pagination[pageSize]=100`;
  const { data } = JSON.parse(respondList(model, 'post', query, 'public').toString()) as {
    data: { attributes: { title: string } }[];
  };
  return data.map(({ attributes }) => attributes.title);
}

describe("the words of the site's search, in a condition", () => {
  it.each([
    ['\u095bमानत', 0],
    ['जमानत', 0],
    ['क्ष', 1],
    ['302', 2],
    ['section 302', 2],
    ['§ ३०२', 2],
    ["smith's", 3],
    ['section  498a', 4],
    ['dowry-related', 4],
    ['dowry related', 4],
    ['versus state', 5],
    ['SC', 6],
    ['ticipatory', 6],
  ])('%s finds the title that a reader sees', (typed, at) => {
    for (const model of [few, many])
      for (const attribute of ['title', 'content'])
        expect(foundBy(model, typed, attribute)).toEqual([TITLES[at]]);
  });

  it('are found at the beginning of words where they are short', () => {
    expect(foundBy(many, 'ase')).toEqual([]);
    expect(foundBy(many, 'cas')).toEqual([TITLES[3]]);
  });

  it('find everything where nothing of a text is compared', () => {
    expect(foundBy(few, '–')).toEqual(TITLES);
    expect(foundBy(many, 'gazette')).toEqual([]);
  });

  it('are found in a changed title alone', () => {
    const model = loadSite({
      post: [...TITLES, ...OTHERS].map((title, at) => aPost({ id: at + 1, title, content: title })),
    });
    expect(foundBy(model, 'जमानत')).toEqual([TITLES[0]]);
    model.upsert('post', aPost({ id: 1, title: 'Bail', content: '' }));
    expect(foundBy(model, 'जमानत')).toEqual([]);
    expect(foundBy(model, 'bail')).toEqual(['Bail', TITLES[6]]);
    model.close();
  });
});
