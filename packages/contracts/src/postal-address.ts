import type { Address } from './purchases.ts';

// Apart from the schemas, whose library browsers need not load.

/** Parts of an address that every client sends. */
export const ADDRESS_FIELDS = ['name', 'phone', 'email', 'address', 'pincode'] as const;
/** Parts that couriers use and older clients do not send. */
export const OPTIONAL_ADDRESS_FIELDS = ['landmark', 'city', 'state'] as const;

type Place = Pick<Address, 'address' | 'landmark' | 'city' | 'state' | 'pincode'>;

/** Returns where an address is, in one line: `1 Court Road, near Town Hall, Kochi, Kerala, 682001`. */
export const placeOf = ({ address, landmark, city, state, pincode }: Place): string =>
  [address, landmark, city, state, pincode].filter((part) => part !== undefined && part !== '').join(', ');
