import { describe, expect, it } from 'vitest';
import { defaultDraft, draftOf, moved, newColumn, newLink, valuesOf } from './layout-draft.ts';

const menu = [{ name: 'Acts', path: '/news/acts' }];

describe('a draft of menu and foot', () => {
  it('is the default where nothing is stored, and stores nothing while it is', () => {
    expect(valuesOf(draftOf({}))).toEqual({ values: { menu_links: null, foot_columns: null } });
    expect(valuesOf(defaultDraft())).toEqual(valuesOf(draftOf({ menu_links: null, foot_columns: null })));
  });
  it('has what is stored', () => {
    const foot = [{ title: 'House', links: menu }, { links: [] }];
    expect(valuesOf(draftOf({ menu_links: menu, foot_columns: foot }))).toEqual({
      values: { menu_links: menu, foot_columns: foot },
    });
  });
  it('leaves out rows in which nothing is written', () => {
    const draft = { menu: [newLink()], foot: [newColumn()] };
    expect(valuesOf(draft)).toEqual({ values: { menu_links: [], foot_columns: [{ links: [] }] } });
  });
  it('says what is wrong', () => {
    const draft = { menu: [{ key: 1, name: 'Win', path: 'javascript:alert(1)' }], foot: [] };
    expect(valuesOf(draft)).toEqual({
      problem: 'Win needs a path of this site, such as /about, or an address with https://',
    });
  });
});

it('moves an entry by one place, within its list', () => {
  const list = ['a', 'b', 'c'];
  expect(moved(list, 1, -1)).toEqual(['b', 'a', 'c']);
  expect(moved(list, 1, 1)).toEqual(['a', 'c', 'b']);
  expect([moved(list, 0, -1), moved(list, 2, 1)]).toEqual([list, list]);
});
