import { asciiDigits } from './digits.ts';

/** The post office of the army, in place of a state. */
export const ARMY = 'Army Post Office';

/**
 * States and union territories by the first two digits of their PINs (Department of Posts). The first state of a row is the one
 * that most PINs of the circle are in; 56 to 59 are Karnataka, and so on.
 */
const CIRCLES: readonly (readonly [from: number, to: number, states: readonly string[]])[] = [
  [11, 11, ['Delhi']],
  [12, 13, ['Haryana']],
  [14, 15, ['Punjab']],
  [16, 16, ['Chandigarh', 'Punjab']],
  [17, 17, ['Himachal Pradesh']],
  [18, 19, ['Jammu and Kashmir', 'Ladakh']],
  [20, 28, ['Uttar Pradesh', 'Uttarakhand']],
  [30, 34, ['Rajasthan']],
  [36, 39, ['Gujarat', 'Dadra and Nagar Haveli and Daman and Diu']],
  [40, 44, ['Maharashtra', 'Goa']],
  [45, 48, ['Madhya Pradesh']],
  [49, 49, ['Chhattisgarh', 'Madhya Pradesh']],
  [50, 50, ['Telangana', 'Andhra Pradesh']],
  [51, 53, ['Andhra Pradesh', 'Puducherry']],
  [56, 59, ['Karnataka']],
  [60, 66, ['Tamil Nadu', 'Puducherry']],
  [67, 69, ['Kerala', 'Lakshadweep', 'Puducherry']],
  [70, 74, ['West Bengal', 'Andaman and Nicobar Islands', 'Sikkim']],
  [75, 77, ['Odisha']],
  [78, 78, ['Assam']],
  [79, 79, ['Arunachal Pradesh', 'Manipur', 'Meghalaya', 'Mizoram', 'Nagaland', 'Tripura', 'Assam']],
  [80, 85, ['Bihar', 'Jharkhand']],
  [90, 99, [ARMY]],
];

/** PINs, by their first three digits, of states that are not the first of their circle. */
const EXCEPTIONS: ReadonlyMap<string, string> = new Map([
  ['160', 'Chandigarh'],
  ['194', 'Ladakh'],
  ['246', 'Uttarakhand'],
  ['248', 'Uttarakhand'],
  ['249', 'Uttarakhand'],
  ['262', 'Uttarakhand'],
  ['263', 'Uttarakhand'],
  ['396', 'Gujarat'],
  ['403', 'Goa'],
  ['605', 'Puducherry'],
  ['682', 'Kerala'],
  ['737', 'Sikkim'],
  ['744', 'Andaman and Nicobar Islands'],
  ['790', 'Arunachal Pradesh'],
  ['791', 'Arunachal Pradesh'],
  ['792', 'Arunachal Pradesh'],
  ['793', 'Meghalaya'],
  ['794', 'Meghalaya'],
  ['795', 'Manipur'],
  ['796', 'Mizoram'],
  ['797', 'Nagaland'],
  ['798', 'Nagaland'],
  ['799', 'Tripura'],
  ['814', 'Jharkhand'],
  ['815', 'Jharkhand'],
  ['816', 'Jharkhand'],
  ['822', 'Jharkhand'],
  ['825', 'Jharkhand'],
  ['826', 'Jharkhand'],
  ['827', 'Jharkhand'],
  ['828', 'Jharkhand'],
  ['829', 'Jharkhand'],
  ['831', 'Jharkhand'],
  ['832', 'Jharkhand'],
  ['833', 'Jharkhand'],
  ['834', 'Jharkhand'],
  ['835', 'Jharkhand'],
]);

/** All states and union territories, as a form offers them. */
export const STATES: readonly string[] = [
  ...new Set(CIRCLES.flatMap(([, , states]) => states).filter((state) => state !== ARMY)),
].toSorted();

/** The states of postal addresses: PINs of the army are in none of `STATES`. */
export const ADDRESS_STATES: readonly string[] = [...STATES, ARMY];

const circleOf = (pin: string): readonly string[] | undefined => {
  const prefix = Number(pin.slice(0, 2));
  return CIRCLES.find(([from, to]) => prefix >= from && prefix <= to)?.[2];
};

/**
 * Returns the six digits of a PIN, however it is written (`411 001`, digits of another script); null where they are not six digits
 * that begin like those of a postal circle.
 */
export function readPin(text: string): string | null {
  const digits = asciiDigits(text).replaceAll(/[\s\p{Cf}\p{Pd}]/gu, '');
  return /^[0-9]{6}$/.test(digits) && circleOf(digits) !== undefined ? digits : null;
}

/** Returns the state that a form proposes for a PIN; null for PINs of the army and for texts that are no PIN. */
export function stateOfPin(text: string): string | null {
  const pin = readPin(text);
  if (pin === null) return null;
  const state = EXCEPTIONS.get(pin.slice(0, 3)) ?? circleOf(pin)?.[0];
  return state === undefined || !STATES.includes(state) ? null : state;
}

/** Returns all states that PINs of the circle are in, the army's post office included; none for a text that is no PIN. */
export function statesOfPin(text: string): readonly string[] {
  const pin = readPin(text);
  return pin === null ? [] : (circleOf(pin) ?? []);
}

/** Returns what a form proposes as the state of an address with this PIN; null for a text that is no PIN. */
export const proposedState = (text: string): string | null =>
  stateOfPin(text) ?? statesOfPin(text)[0] ?? null;
