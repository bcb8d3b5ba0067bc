import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createLooks } from './site-looks.ts';

const LOGOS = [
  { id: 3, url: '/uploads/a.png' },
  { id: 4, url: '/uploads/b.png' },
];
const looks = createLooks(LOGOS);
const optionsOf = (number: number) =>
  looks.lookOf(number).options as Record<'site_name' | 'accent_colour', string> & { logo: number };
const urlOf = (number: number): string => LOGOS.find(({ id }) => id === optionsOf(number).logo)?.url ?? '';
const styleOf = (colours: number, logo = colours): string =>
  `:root{--accent:light-dark(${optionsOf(colours).accent_colour},#ffffff)}:root{--logo:url("${urlOf(logo)}")}`;
const page = (name: number, style: string, icon = name): string =>
  `<title>News | ${optionsOf(name).site_name}</title><link rel="icon" href="${urlOf(icon)}"><style>${style}</style>`;
const policyOf = (style: string): string =>
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`;
const shown = (text: string, style: string) => looks.shownBy(text, policyOf(style), 'page');

describe('a page', () => {
  it('of one look is whole', () => {
    for (const number of [1, 2, 17])
      expect(shown(page(number, styleOf(number)), styleOf(number))).toEqual({ kind: 'whole', number });
  });

  it.each([
    ['name', page(2, styleOf(1), 1)],
    ['colour', page(1, styleOf(3), 1)],
    ['logo', page(1, styleOf(1, 2))],
    ['icon', page(1, styleOf(1), 2)],
    ['second name', `${page(1, styleOf(1))}${optionsOf(2).site_name}`],
  ])('with the %s of another look is half', (_part, text) => {
    const style = /<style>([^<]*)/.exec(text)?.[1] ?? '';
    expect(shown(text, style).kind).toBe('half');
  });

  it('without name, or with a style sheet of another policy, is half', () => {
    expect(shown(`<style>${styleOf(1)}</style>`, styleOf(1)).kind).toBe('half');
    expect(shown(page(1, styleOf(1)), styleOf(2)).kind).toBe('half');
  });

  it('of the product shows none', () => {
    expect(shown('<title>News | Vidhi</title>', '').kind).toBe('none');
  });
});

it('takes a manifest for whole by name and icon', () => {
  const manifest = (name: number, icon: number): string =>
    JSON.stringify({ name: optionsOf(name).site_name, icons: [{ src: urlOf(icon) }] });
  expect(looks.shownBy(manifest(5, 5), '', 'manifest')).toEqual({ kind: 'whole', number: 5 });
  expect(looks.shownBy(manifest(5, 6), '', 'manifest').kind).toBe('half');
});
