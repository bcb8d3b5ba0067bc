import { describe, expect, it } from 'vitest';
import {
  checkedFoot,
  checkedMenu,
  DEFAULT_FOOT,
  DEFAULT_MENU,
  isLinkPath,
  siteLayoutOf,
} from './site-layout.ts';

describe('isLinkPath', () => {
  it.each(['/', '/about', '/about#top', '/news/gst?page=2', '/हमारे-बारे-में', 'https://bar.example/x'])(
    'accepts %s',
    (path) => expect(isLinkPath(path)).toBe(true),
  );
  it.each([
    '',
    'about',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'http://bar.example',
    'javascript:alert(1)',
    'https:evil',
    'https:///evil.example',
    'data:text/html,x',
    `/${'x'.repeat(500)}`,
  ])('rejects %s', (path) => expect(isLinkPath(path)).toBe(false));
});

describe('checkedMenu', () => {
  it('stores names and addresses alone, with single spaces', () => {
    const given = [
      { name: ' Our \n books ', path: ' /catalogs/books ', onclick: 'x', also: '//evil.example' },
    ];
    expect(checkedMenu(given)).toEqual({ value: [{ name: 'Our books', path: '/catalogs/books' }] });
  });
  it.each([
    [null, 'A list of links is needed'],
    [[null], 'A link needs a name and an address'],
    [[{ name: ' ', path: '/x' }], 'The link to /x needs a name'],
    [[{ name: 'x'.repeat(61), path: '/x' }], 'Names of links may have 60 characters at most'],
    [
      [{ name: 'Win', path: 'javascript:alert(1)' }],
      'Win needs a path of this site, such as /about, or an address with https://',
    ],
    [Array(9).fill({ name: 'A', path: '/a' }), 'At most 8 links fit'],
    [Array(2).fill({ name: 'A', path: '/a' }), 'Two links lead to /a'],
  ])('rejects %j', (value, problem) => expect(checkedMenu(value)).toEqual({ problem }));
});

describe('checkedFoot', () => {
  it('makes an empty heading the name of the site', () => {
    const links = [{ name: 'About', path: '/about' }];
    expect(checkedFoot([{ title: ' ', links }]).value).toEqual([{ links }]);
  });
  it.each([
    ['x', 'A list of columns is needed'],
    [['x'], 'A column needs links'],
    [[{ title: 'x'.repeat(61), links: [] }], 'Headings may have 60 characters at most'],
    [
      [{ title: 'A', links: [{ name: 'A', path: 'a' }] }],
      'A needs a path of this site, such as /about, or an address with https://',
    ],
    [Array(2).fill({ title: 'A', links: [] }), 'Two columns have the heading A'],
    [
      [1, 2, 3, 4, 5, 6].map((title) => ({ title: String(title), links: [] })),
      'The foot has room for 5 columns beside the categories',
    ],
  ])('rejects %j', (value, problem) => expect(checkedFoot(value)).toEqual({ problem }));
});

describe('siteLayoutOf', () => {
  it('has the defaults without choices, and for values of another shape', () => {
    const defaults = { menu: DEFAULT_MENU, foot: DEFAULT_FOOT };
    expect(siteLayoutOf({ menu: null, foot: undefined }, [])).toEqual(defaults);
    expect(siteLayoutOf({ menu: [{ path: 'x' }], foot: 7 }, [])).toEqual(defaults);
  });
  it('adds pages to the first column, once', () => {
    const shipping = { name: 'Shipping', path: '/shipping-policy' };
    const foot = [
      { title: 'Shop', links: [shipping] },
      { title: 'More', links: [] },
    ];
    const refunds = { name: 'Returns and refunds', path: '/refund-policy' };
    expect(siteLayoutOf({ menu: [], foot }, [shipping, refunds])).toEqual({
      menu: [],
      foot: [
        { title: 'Shop', links: [shipping, refunds] },
        { title: 'More', links: [] },
      ],
    });
    expect(siteLayoutOf({ menu: [], foot: [] }, [refunds]).foot).toEqual([{ links: [refunds] }]);
  });
});
