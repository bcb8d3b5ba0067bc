import { expect, it } from 'vitest';
import { createCartCookie } from './cart-cookie.ts';

const SITE = new URL('http://127.0.0.1:8080');
const [OLD, NEW] = ['an old service token of the site!', 'a new service token of the site!'];

it('finds the carts of guests again after the secret was changed', () => {
  const [cookie] = createCartCookie([OLD], SITE).keep('cart-1').split(';');
  expect(createCartCookie([NEW, OLD], SITE).read(cookie)).toBe('cart-1');
  expect(createCartCookie([NEW], SITE).read(cookie)).toBeNull();
});
