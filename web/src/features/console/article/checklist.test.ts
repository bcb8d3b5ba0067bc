// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { EMPTY_ARTICLE } from './article-values.ts';
import { checksOf, isPublishable } from './checklist.ts';
import { readFacts } from './text-facts.ts';

function textsOf(html: string, imageOrigins: readonly string[] = []) {
  const body = document.createElement('div');
  body.innerHTML = html;
  const values = { ...EMPTY_ARTICLE, title: 'Bail', slug: 'bail' };
  const checks = checksOf({ values, facts: readFacts(body), hero: null, isSlugTaken: false, imageOrigins });
  expect(isPublishable(checks)).toBe(true);
  return checks.filter(({ spot }) => spot === 'foreign').map(({ text, isOk }) => [text, isOk]);
}

const TEXT =
  '<p>Held.</p><img src="https://Images.old.example/x.jpg" alt=""><img src="https://images.old.example/y.jpg" alt=""><img src="/uploads/z.jpg" alt="">';

describe('the checklist of an article', () => {
  it('says which pictures readers cannot see, as they are on other sites', () => {
    const text = 'Pictures stored on this site: readers cannot see those of images.old.example';
    expect(textsOf(TEXT)).toEqual([[text, false]]);
    expect(textsOf(TEXT, ['https://other.example'])).toEqual([[text, false]]);
  });

  it.each(['https://images.old.example', 'https://*.old.example'])(
    'says nothing where pages show those of %s',
    (origin) => {
      expect(textsOf(TEXT, [origin])).toEqual([]);
    },
  );

  it('says nothing of the own pictures', () => {
    expect(
      textsOf(`<img src="/uploads/z.jpg" alt=""><img src="${location.origin}/uploads/z.jpg" alt="">`),
    ).toEqual([]);
  });
});
