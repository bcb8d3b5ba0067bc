import { ADDRESS_STATES, ARMY } from './postal-circles.ts';

// Apart from the circles: forms let choose a state, and need not load its other names.

const nameKey = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replaceAll(/[^a-z]+/g, '');

/** Codes of vehicle plates and of ISO 3166-2:IN, which people write for the names. */
const CODES = {
  'Andaman and Nicobar Islands': 'an',
  'Andhra Pradesh': 'ap ad',
  'Arunachal Pradesh': 'ar',
  Assam: 'as',
  Bihar: 'br',
  Chandigarh: 'ch',
  Chhattisgarh: 'cg ct',
  'Dadra and Nagar Haveli and Daman and Diu': 'dd dh dn',
  Delhi: 'dl',
  Goa: 'ga',
  Gujarat: 'gj',
  Haryana: 'hr',
  'Himachal Pradesh': 'hp',
  'Jammu and Kashmir': 'jk jandk',
  Jharkhand: 'jh',
  Karnataka: 'ka',
  Kerala: 'kl',
  Ladakh: 'la',
  Lakshadweep: 'ld',
  'Madhya Pradesh': 'mp',
  Maharashtra: 'mh',
  Manipur: 'mn',
  Meghalaya: 'ml',
  Mizoram: 'mz',
  Nagaland: 'nl',
  Odisha: 'od or',
  Puducherry: 'py',
  Punjab: 'pb',
  Rajasthan: 'rj',
  Sikkim: 'sk',
  'Tamil Nadu': 'tn',
  Telangana: 'tg ts',
  Tripura: 'tr',
  'Uttar Pradesh': 'up',
  Uttarakhand: 'uk ut',
  'West Bengal': 'wb',
};

/** Codes, former names, and usual short ones. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(CODES).flatMap(([state, codes]) =>
    codes.split(' ').map((code) => [code, state] as const),
  ),
  ['orissa', 'Odisha'],
  ['pondicherry', 'Puducherry'],
  ['uttaranchal', 'Uttarakhand'],
  ['newdelhi', 'Delhi'],
  ['chattisgarh', 'Chhattisgarh'],
  ['nctofdelhi', 'Delhi'],
  ['andamanandnicobar', 'Andaman and Nicobar Islands'],
  ['damananddiu', 'Dadra and Nagar Haveli and Daman and Diu'],
  ['dadraandnagarhaveli', 'Dadra and Nagar Haveli and Daman and Diu'],
  ['apo', ARMY],
]);

/** Returns the state or union territory of this name, however it is spelled; null for others. */
export function readState(text: string): string | null {
  const key = nameKey(text);
  return OTHER_NAMES.get(key) ?? ADDRESS_STATES.find((state) => nameKey(state) === key) ?? null;
}
