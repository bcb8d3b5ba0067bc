import type { mongo } from 'mongoose';
import type { CustomerState } from '@vidhi/contracts/customers.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import type { UserDocument } from '../users/user-collection.ts';
import { SEARCHED_NAMES, readSearch, type CustomerSearch } from './customer-search.ts';

type Filter = mongo.Filter<UserDocument>;

const STATES: Readonly<Record<CustomerState, Filter>> = {
  active: { confirmed: true, blocked: false },
  unconfirmed: { confirmed: false, blocked: false },
  blocked: { blocked: true },
};

const containing = (source: string) => ({ $regex: source, $options: 'i' as const });

/** Returns the filter of a search among the accounts that are neither staff's nor erased. */
export function customerFilter({ q, role, state }: CustomerSearch): Filter {
  const { id, phone, words } = readSearch(q);
  const ofWords = words.map((word) => ({
    $or: SEARCHED_NAMES.map((name) => ({ [name]: containing(word) })),
  }));
  const alternatives = [
    ...(ofWords.length === 0 ? [] : [{ $and: ofWords }]),
    ...(id === null ? [] : [{ _id: id }]),
    ...(phone === null ? [] : [{ mobile: containing(phone) }]),
  ];
  return {
    role: role ?? { $nin: [ROLE.editor, ROLE.administrator] },
    erasedAt: { $exists: false },
    ...(state === undefined ? {} : STATES[state]),
    ...(alternatives.length === 0 ? {} : { $or: alternatives }),
  } as Filter;
}

export function customerOrder({ sort }: CustomerSearch): Record<string, 1 | -1> {
  const direction = sort.startsWith('-') ? -1 : 1;
  return { [sort.endsWith('email') ? 'email' : 'createdAt']: direction, _id: direction };
}
