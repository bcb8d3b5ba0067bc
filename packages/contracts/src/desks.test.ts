import { describe, expect, it } from 'vitest';
import { DESKS, desksOf, hasDesk, type Desk } from './desks.ts';
import { ROLE } from './roles.ts';

describe('desks', () => {
  it('are those of the account for an editor, and all for an administrator', () => {
    expect(desksOf({ role: ROLE.editor, desks: ['refund', 'news'] })).toEqual(['news', 'refund']);
    expect(desksOf({ role: ROLE.editor })).toEqual([]);
    expect(desksOf({ role: ROLE.administrator, desks: ['news'] })).toEqual(DESKS);
  });

  it.each([ROLE.customer, ROLE.lawyer, ROLE.firm, ROLE.judge, 12, 1, 0])(
    'are none for role %i, whatever its token lists',
    (role) => {
      expect(desksOf({ role, desks: DESKS })).toEqual([]);
      expect(hasDesk({ role, desks: DESKS }, ...DESKS)).toBe(false);
    },
  );

  it('do not contain one another: who publishes may not refund', () => {
    for (const desk of DESKS)
      for (const other of DESKS)
        expect(hasDesk({ role: ROLE.editor, desks: [desk] }, other)).toBe(desk === other);
  });

  it('ignores names that it does not know', () => {
    expect(desksOf({ role: ROLE.editor, desks: ['admin', 'shop'] as unknown as Desk[] })).toEqual(['shop']);
  });

  it('are none for anonymous clients', () => {
    expect(hasDesk(null, ...DESKS)).toBe(false);
  });
});
