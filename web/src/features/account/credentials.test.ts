import { describe, expect, it } from 'vitest';
import { missingFields, requiredMessage, toSession } from './credentials.ts';

describe('the fields of the sign-in form', () => {
  it('are both required, and blanks are nothing', () => {
    expect(missingFields({ identifier: '', password: '' })).toEqual(['identifier', 'password']);
    expect(missingFields({ identifier: ' ', password: 'x' })).toEqual(['identifier']);
    expect(missingFields({ identifier: 'a@b.in', password: 'x' })).toEqual([]);
  });
  it('are named in the message as the wire names them', () => {
    expect(requiredMessage('identifier')).toBe('The identifier field is required');
    expect(requiredMessage('password')).toBe('The password field is required');
  });
});

describe('a session', () => {
  it('keeps the token, and of the user the id and the name', () => {
    const user = { id: 7, first_name: 'Asha', last_name: 'Rao', username: 'asha-1', email: 'a@b.in' };
    expect(toSession({ jwt: 't', user })).toEqual({ token: 't', user: { id: 7, name: 'Asha Rao' } });
  });
  it('names by the username who has no other name', () => {
    const user = { id: 7, first_name: null, last_name: ' ', username: 'asha-1' };
    expect(toSession({ jwt: 't', user }).user.name).toBe('asha-1');
  });
});
