import { describe, expect, it } from 'vitest';
import { withScrollingTables } from './scrolling-tables.ts';

describe('withScrollingTables', () => {
  it('gives each table a scroller that a keyboard reaches', () => {
    const html = withScrollingTables('<p>x</p><table class="a"><tr><td>1</td></tr></table>');
    expect(html).toContain('tabindex="0"><table class="a">');
    expect(html).toContain('</table></div>');
  });
});
