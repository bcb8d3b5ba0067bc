import { describe, expect, it } from 'vitest';
import { createOrderLinks } from './order-link.ts';

const OLD = 'o'.repeat(32);
const NEW = 'n'.repeat(32);

describe('the key of a purchase', () => {
  const links = createOrderLinks([NEW, OLD]);

  it('is that of one checkout', () => {
    expect(links.isValid('co_1', links.sign('co_1'))).toBe(true);
    expect(links.isValid('co_2', links.sign('co_1'))).toBe(false);
  });

  it('is accepted while its secret is changed, and then no more', () => {
    const mailed = createOrderLinks([OLD]).sign('co_1');
    expect(links.isValid('co_1', mailed)).toBe(true);
    expect(createOrderLinks([NEW]).isValid('co_1', mailed)).toBe(false);
  });

  it.each([undefined, '', 'x', ['a'.repeat(22)], 'a'.repeat(22), 'a'.repeat(43)])('is not %j', (key) => {
    expect(links.isValid('co_1', key)).toBe(false);
  });
});
