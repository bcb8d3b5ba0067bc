import { describe, expect, it } from 'vitest';
import { searchLibrary, type LibraryQuery } from './picture-library.ts';

const aFile = (id: number, values: object) => ({
  id,
  name: `${id}.png`,
  createdAt: `2026-11-0${id}T10:00:00.000Z`,
  folderPath: '/',
  contents: { original: `bytes ${id}` },
  ...values,
});
const FILES = [
  aFile(1, {
    name: 'court.png',
    alternativeText: 'The High Court',
    credit: 'Meena Rao',
    folderPath: '/Courts/2026',
    contents: { original: 'same' },
  }),
  aFile(2, {
    name: 'again.png',
    alternativeText: 'A copy',
    folderPath: '/Courts',
    contents: { original: 'same' },
  }),
  // Of an older release: without folder and hash.
  aFile(3, { name: 'other.png', alternativeText: ' ', folderPath: null, contents: null }),
];
const ALL: LibraryQuery = {
  q: '',
  folder: null,
  kind: 'all',
  missingAlternative: false,
  duplicates: false,
  sort: '-created',
  page: 1,
  pageSize: 25,
};
const search = (query: Partial<LibraryQuery> = {}) => searchLibrary(FILES, { ...ALL, ...query });

describe('searchLibrary', () => {
  it.each<[Partial<LibraryQuery>, string[]]>([
    [{}, ['other.png', 'again.png', 'court.png']],
    [{ q: 'high COURT' }, ['court.png']],
    [{ q: 'meena' }, ['court.png']],
    [{ q: 'copy nothing' }, []],
    [{ folder: '/Courts' }, ['again.png', 'court.png']],
    [{ folder: '/Courts/2026' }, ['court.png']],
    [{ folder: '/Court' }, []],
    [{ folder: '/' }, ['other.png', 'again.png', 'court.png']],
    [{ missingAlternative: true }, ['other.png']],
    [{ duplicates: true }, ['again.png', 'court.png']],
    [{ sort: 'name' }, ['again.png', 'court.png', 'other.png']],
    [{ sort: '-name', pageSize: 1, page: 2 }, ['court.png']],
  ])('finds with %o', (query, names) => expect(search(query).files.map(({ name }) => name)).toEqual(names));

  it('tells pictures and documents apart, and wants no text of a document', () => {
    const files = [...FILES, aFile(4, { name: 'order.pdf', mime: 'application/pdf' })];
    const namesOf = (query: Partial<LibraryQuery>) =>
      searchLibrary(files, { ...ALL, ...query }).files.map(({ name }) => name);
    expect(namesOf({ kind: 'documents' })).toEqual(['order.pdf']);
    expect(namesOf({ kind: 'pictures' })).toEqual(['other.png', 'again.png', 'court.png']);
    expect(namesOf({ missingAlternative: true })).toEqual(['other.png']);
  });

  it('counts all that match, and the pictures of every folder', () => {
    const { total, folders } = search({ folder: '/Courts', pageSize: 1 });
    expect(total).toBe(2);
    expect(folders).toEqual([
      { path: '/', count: 1 },
      { path: '/Courts', count: 1 },
      { path: '/Courts/2026', count: 1 },
    ]);
  });

  it('names the pictures with the same bytes, and those without a hash are nobody’s', () => {
    const { files } = searchLibrary([...FILES, aFile(4, { contents: null })], { ...ALL, sort: 'created' });
    expect(files.map(({ duplicates }) => duplicates)).toEqual([[2], [1], [], []]);
  });

  it('tells nothing that is private to the service', () => {
    expect(Object.keys(search().files[0] ?? {})).not.toContain('contents');
  });
});
