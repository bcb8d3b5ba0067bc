import { describe, expect, it } from 'vitest';
import { missingFields, requiredMessage } from './credentials.ts';

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
