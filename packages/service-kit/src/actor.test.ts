import { describe, expect, it } from 'vitest';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { actorOf } from './actor.ts';

const aPrincipal = (role: number) => ({ userId: 7, role, tokenVersion: 0 });
const OWN_PAGE = { 'sec-fetch-site': 'same-origin' };

describe('the actor of a request', () => {
  it('is the account of the token, in the console for staff on a page of the site', () => {
    const editor = { principal: aPrincipal(ROLE.editor), headers: OWN_PAGE };
    expect(actorOf(editor)).toEqual({ id: 7, role: ROLE.editor, via: 'console' });
    const lawyer = { principal: aPrincipal(ROLE.lawyer), headers: OWN_PAGE };
    expect(actorOf(lawyer)).toEqual({ id: 7, role: ROLE.lawyer, via: 'site' });
  });

  it('uses the API where no page of the site sent the request', () => {
    const principal = aPrincipal(ROLE.administrator);
    expect(actorOf({ principal, headers: {} }).via).toBe('api');
    expect(actorOf({ principal, headers: { 'sec-fetch-site': 'cross-site' } }).via).toBe('api');
  });

  it('has no id without a token', () => {
    expect(actorOf({ principal: null, headers: OWN_PAGE })).toEqual({ id: null, role: null, via: 'site' });
  });
});
