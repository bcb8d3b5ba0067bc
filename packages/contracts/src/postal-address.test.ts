import { describe, expect, it } from 'vitest';
import { placeOf } from './postal-address.ts';
import { ADDRESS_STATES, proposedState, statesOfPin } from './postal-circles.ts';
import { readState } from './state-names.ts';

describe('the place of an address', () => {
  it('has what older clients send as before', () =>
    expect(placeOf({ address: '1 Court Road', pincode: '682001' })).toBe('1 Court Road, 682001'));

  it('has landmark, city and state', () =>
    expect(
      placeOf({
        address: '1 Court Road',
        landmark: 'near Town Hall',
        city: 'Kochi',
        state: 'Kerala',
        pincode: '682001',
      }),
    ).toBe('1 Court Road, near Town Hall, Kochi, Kerala, 682001'));
});

describe('the state of an address', () => {
  it.each([
    ['Kerala', 'Kerala'],
    [' tamil  nadu ', 'Tamil Nadu'],
    ['TAMILNADU', 'Tamil Nadu'],
    ['Jammu & Kashmir', 'Jammu and Kashmir'],
    ['Orissa', 'Odisha'],
    ['Pondicherry', 'Puducherry'],
    ['New Delhi', 'Delhi'],
    ['Army Post Office', 'Army Post Office'],
    ['U.P.', 'Uttar Pradesh'],
    ['TN', 'Tamil Nadu'],
    ['J & K', 'Jammu and Kashmir'],
    ['IN', null],
    ['Bavaria', null],
    ['', null],
    ['केरल', null],
  ])('%j is read as %j', (text, state) => expect(readState(text)).toBe(state));

  it.each([
    ['682001', 'Kerala'],
    ['६८२००१', 'Kerala'],
    ['403001', 'Goa'],
    ['900099', 'Army Post Office'],
    ['12', null],
  ])('is proposed for the PIN %s as %j', (pin, state) => expect(proposedState(pin)).toBe(state));

  it('fits a PIN of its circle', () => {
    expect(statesOfPin('411001')).toEqual(['Maharashtra', 'Goa']);
    expect(statesOfPin('533464')).toContain('Puducherry');
    expect(statesOfPin('12')).toEqual([]);
  });

  it.each(ADDRESS_STATES)('%s is read as it is offered', (state) => expect(readState(state)).toBe(state));

  it('of every PIN can be chosen', () => {
    for (let prefix = 10; prefix < 100; prefix += 1)
      for (const state of statesOfPin(`${prefix}0001`)) expect(ADDRESS_STATES).toContain(state);
  });
});
