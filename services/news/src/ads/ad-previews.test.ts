import { expect, it } from 'vitest';
import { createAdPreviews } from './ad-previews.ts';

const [OLD, NEW] = ['an old service token of the site!', 'a new service token of the site!'];
const NOW = new Date('2026-11-29T10:00:00.000Z');

it('accepts links of both secrets while the secret is changed', () => {
  const before = createAdPreviews([OLD]);
  const during = createAdPreviews([NEW, OLD]);
  const { token } = before.create(7, NOW);
  expect(during.read(token, NOW)).toMatchObject({ id: 7 });
  expect(createAdPreviews([OLD, NEW]).read(during.create(8, NOW).token, NOW)).toMatchObject({ id: 8 });
  expect(createAdPreviews([NEW]).read(token, NOW)).toBeNull();
  expect(before.read(`${token.slice(0, -1)}!`, NOW)).toBeNull();
});
