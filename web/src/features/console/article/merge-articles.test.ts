import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMPTY_ARTICLE, type ArticleValues } from './article-values.ts';
import { mergeArticles, mergeTexts, textOfParts } from './merge-articles.ts';

const article = (values: Partial<ArticleValues>): ArticleValues => ({
  ...EMPTY_ARTICLE,
  title: 'GST',
  ...values,
});

describe('two changes of an article', () => {
  it('are both in the result when they are of different attributes', () => {
    const base = article({ content: '<p>one</p>' });
    const merge = mergeArticles(base, { ...base, tags: [4] }, { ...base, content: '<p>two</p>' });
    expect(merge).toMatchObject({
      values: { tags: [4], content: '<p>two</p>' },
      theirs: ['content'],
      conflicts: [],
      text: null,
    });
  });

  it('of the same attribute need a decision, unless they are the same', () => {
    const base = article({});
    const merge = mergeArticles(
      base,
      { ...base, title: 'mine', tags: [1, 2] },
      { ...base, title: 'theirs', tags: [2, 1] },
    );
    expect(merge).toMatchObject({ values: { title: 'mine' }, conflicts: ['title'], theirs: [] });
  });

  it('of different blocks of the text are both in it', () => {
    const base = '<p>a</p>\n<p>b</p>\n<p>c</p>\n<p>d</p>';
    expect(mergeTexts(base, base.replace('a', 'A'), base.replace('d', 'D'))).toEqual([
      { blocks: '<p>A</p>\n<p>b</p>\n<p>c</p>\n<p>D</p>' },
    ]);
  });

  it('of neighbouring blocks are both in it', () => {
    const base = '<p>a</p><p>b</p>';
    expect(mergeTexts(base, '<p>A</p><p>b</p>', '<p>a</p><p>B</p>')).toEqual([
      { blocks: '<p>A</p><p>B</p>' },
    ]);
  });

  it('of one block need a decision for it alone', () => {
    const base = '<p>a</p><p>b</p><p>c</p>';
    expect(mergeTexts(base, '<p>a</p><p>mine</p><p>c</p>', '<p>a</p><p>theirs</p><p>c</p><p>d</p>')).toEqual([
      { blocks: '<p>a</p>' },
      { mine: '<p>mine</p>', theirs: '<p>theirs</p>' },
      { blocks: '<p>c</p><p>d</p>' },
    ]);
  });

  it('of a removed and a changed block need a decision', () => {
    expect(mergeTexts('<p>a</p><p>b</p>', '<p>a</p>', '<p>a</p><p>B</p>')).toEqual([
      { blocks: '<p>a</p>' },
      { mine: '', theirs: '<p>B</p>' },
    ]);
  });
});

const letters = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 7 });
const text = letters.map((some) => some.map((letter) => `<p>${letter}</p>`).join(''));

describe('merging texts', () => {
  it('is the change alone where only one person made one', () => {
    fc.assert(
      fc.property(text, text, (base, changed) => {
        expect(textOfParts(mergeTexts(base, changed, base))).toBe(changed);
        expect(textOfParts(mergeTexts(base, base, changed))).toBe(changed);
        expect(textOfParts(mergeTexts(base, changed, changed))).toBe(changed);
      }),
    );
  });

  it('has every block that one of them wrote, in one of the choices', () => {
    fc.assert(
      fc.property(text, text, text, (base, mine, theirs) => {
        const parts = mergeTexts(base, mine, theirs);
        const both = textOfParts(parts) + textOfParts(parts, () => true);
        const written = [...`${mine}${theirs}`.matchAll(/<p>.<\/p>/g)].map(([block]) => block);
        expect(written.filter((block) => !base.includes(block) && !both.includes(block))).toEqual([]);
      }),
    );
  });
});
