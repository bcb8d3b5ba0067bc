import type { Address } from './purchases.ts';

type Place = Pick<Address, 'address' | 'landmark' | 'city' | 'state' | 'pincode'>;

/** Returns where an address is, in one line: `1 Court Road, near Town Hall, Kochi, Kerala, 682001`. */
export const placeOf = ({ address, landmark, city, state, pincode }: Place): string =>
  [address, landmark, city, state, pincode].filter((part) => part !== undefined && part !== '').join(', ');
