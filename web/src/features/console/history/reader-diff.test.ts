// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { diffTexts, diffWords, readerBlocks, withoutUnchanged } from './reader-diff.ts';

const spell = (before: string, after: string): string =>
  diffTexts(before, after)
    .map(({ change, parts }) =>
      [
        change,
        ...parts.map((part) =>
          part.change === 'same' ? part.text : `${part.change === 'added' ? '+' : '-'}[${part.text}]`,
        ),
      ].join(' '),
    )
    .join('\n');

describe('the blocks of a text', () => {
  it('are those that a reader sees, whatever they are nested in', () => {
    const html =
      '<h2>Facts</h2><div><p>One <b>two</b><br>three</p></div><ul><li><p>a</p><ul><li>b</li></ul></li></ul>' +
      '<blockquote><p>said</p></blockquote><figure><img src="/a.png" alt="A judge"><figcaption>At court</figcaption></figure>' +
      '<table><tbody><tr><td>1</td><td>2</td></tr></tbody></table>loose <i>words</i>';
    expect(readerBlocks(html).map(({ kind, text }) => [kind, text])).toEqual([
      ['heading', 'Facts'],
      ['paragraph', 'One two three'],
      ['item', 'a'],
      ['item', 'b'],
      ['quotation', 'said'],
      ['picture', 'A judge'],
      ['caption', 'At court'],
      ['row', '1 | 2'],
      ['paragraph', 'loose words'],
    ]);
  });
});

describe('the difference of two texts', () => {
  it('has the words that were removed and inserted', () => {
    expect(spell('<p>The court granted bail today.</p>', '<p>The court refused bail today.</p>')).toBe(
      'changed The court  -[granted] +[refused]  bail today.',
    );
  });

  it('has a moved, a new and a lost paragraph as such, not as changed words', () => {
    expect(
      spell(
        '<p>One is here.</p><p>Old words go away.</p>',
        '<p>One is here.</p><p>Entirely different 7.</p>',
      ),
    ).toBe('same One is here.\nremoved -[Old words go away.]\nadded +[Entirely different 7.]');
  });

  it('finds a changed paragraph behind a new one', () => {
    expect(spell('<p>a b c d e</p>', '<p>something new</p><p>a b c d f</p>')).toBe(
      'added +[something new]\nchanged a b c d  -[e] +[f]',
    );
  });

  it('names a link that changed below the same words', () => {
    expect(spell('<p>See <a href="/a">here</a></p>', '<p>See <a href="/b">here</a></p>')).toBe(
      'format See here',
    );
  });

  it('names a picture that was replaced', () => {
    expect(spell('<img src="/a.png" alt="A">', '<img src="/b.png" alt="A">')).toBe('changed A');
  });

  it('does not cut words of Hindi', () => {
    expect(diffWords('धारा ३०२ के अधीन', 'धारा ३०३ के अधीन')).toEqual([
      { text: 'धारा ', change: 'same' },
      { text: '३०२', change: 'removed' },
      { text: '३०३', change: 'added' },
      { text: ' के अधीन', change: 'same' },
    ]);
  });

  it('of neighbouring words is one run', () => {
    expect(diffWords('a b c d', 'a x y d')).toEqual([
      { text: 'a ', change: 'same' },
      { text: 'b c', change: 'removed' },
      { text: 'x y', change: 'added' },
      { text: ' d', change: 'same' },
    ]);
  });

  it('leaves out what is far from it', () => {
    const same = (count: number) => Array.from({ length: count }, (_one, at) => `<p>p${at}</p>`).join('');
    const shown = withoutUnchanged(diffTexts(`${same(5)}<p>old words</p>`, `${same(5)}<p>new words</p>`));
    expect(shown.map((one) => ('gap' in one ? one.gap : one.change))).toEqual([4, 'same', 'changed']);
  });
});
