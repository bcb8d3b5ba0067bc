import { describe, expect, it } from 'vitest';
import { withScrollingTables } from './scrolling-tables.ts';

describe('withScrollingTables', () => {
  it('wraps each table in a focusable scroll container', () => {
    const html = withScrollingTables('<p>x</p><table class="a"><tr><td>1</td></tr></table>');
    expect(html).toContain('tabindex="0"><table class="a">');
    expect(html).toContain('</table></div>');
  });
});
