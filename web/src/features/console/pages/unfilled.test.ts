// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { PAGE_TEMPLATES } from './page-templates.ts';
import { unfilledOf } from './unfilled.ts';

describe('unfilledOf', () => {
  it('names what stands in brackets, once, however it is marked up', () => {
    const html =
      '<p>By [legal name] at [<strong>postal</strong>\n address].</p><ul><li>[legal name]</li></ul><table><tr><td>[date]</td></tr></table>';
    expect(unfilledOf(html)).toEqual(['legal name', 'postal address', 'date']);
  });
  it('leaves citations, footnotes and marks of quotations', () => {
    const html = '<p>[2019] 5 SCC 1, [3], “they [sic] may … [emphasis added] [...]”, ₹[1,000]</p>';
    expect(unfilledOf(html)).toEqual([]);
  });
  it('begins none in one paragraph and ends it in another', () => {
    expect(unfilledOf('<p>an open [ bracket</p><p>and a closing ] one</p>')).toEqual([]);
  });
  it('reads no attribute and no script as text of the page', () => {
    expect(unfilledOf('<p title="[not shown]">x</p><img alt="[a b]" src="/x.png">')).toEqual([]);
  });
});

describe('the templates', () => {
  it.each(PAGE_TEMPLATES)('of $name has something to fill in', ({ html }) => {
    expect(unfilledOf(html).length).toBeGreaterThan(0);
  });
});
