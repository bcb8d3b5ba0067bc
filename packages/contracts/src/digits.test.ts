import { describe, expect, it } from 'vitest';
import { asciiDigits, tenDigits, toE164 } from './digits.ts';
import { STATES, readPin, stateOfPin } from './postal-circles.ts';

describe('a phone number', () => {
  it.each([
    '9876543210',
    '98765 43210',
    '+91 98765 43210',
    '+91-98765-43210',
    '+919876543210',
    '919876543210',
    '0091 9876543210',
    '09876543210',
    '098765 43210',
    '+91 (0) 98765 43210',
    '(098765) 43210',
    ' 98765\u00a043210 ',
    '\u202a+91 98765 43210\u202c',
    '９８７６５４３２１０',
    '९८७६५ ४३२१०',
    '+९१ ९८७६५४३२१०',
    '＋９１（０）９８７６５－４３２１０',
    '091-98765 43210',
    '୯୮୭୬୫୪୩୨୧୦',
    '৯৮৭৬৫৪৩২১০',
  ])('%j is ten digits', (text) => expect(tenDigits(text)).toBe('9876543210'));

  it.each([
    '',
    '987654321',
    '98765432101',
    '+1 987 654 3210',
    '98765abcde',
    '+92 9876543210',
    '00 9876543210',
    '0000000000',
    '0987654321',
    '+91 0987654321',
    '9876543210 / 9876543211',
  ])('%j is none', (text) => expect(tenDigits(text)).toBeNull());

  it('is sent to the card provider with the country code', () => {
    expect(toE164('9876543210')).toBe('+919876543210');
    expect(toE164('98765')).toBe('98765');
  });
});

describe('digits of other scripts', () => {
  it.each(['०१२३४५६७८९', '০১২৩৪৫৬৭৮৯', '௦௧௨௩௪௫௬௭௮௯', '౦౧౨౩౪౫౬౭౮౯', '۰۱۲۳۴۵۶۷۸۹', '０１２３４５６７８９'])(
    '%s are read',
    (text) => expect(asciiDigits(text)).toBe('0123456789'),
  );
});

describe('a PIN', () => {
  it.each(['411001', '411 001', ' 411-001 ', '４１１００１', '४११००१', '४११ ००१'])(
    '%j is six digits',
    (text) => expect(readPin(text)).toBe('411001'),
  );

  it.each([
    '12',
    '000000',
    '41100',
    '4110011',
    '011001',
    '100001',
    '290001',
    '350001',
    '540001',
    '860001',
    'abcdef',
  ])('%s is none', (text) => expect(readPin(text)).toBeNull());

  it.each([
    ['411001', 'Maharashtra'],
    ['403001', 'Goa'],
    ['110001', 'Delhi'],
    ['600001', 'Tamil Nadu'],
    ['605001', 'Puducherry'],
    ['682001', 'Kerala'],
    ['500001', 'Telangana'],
    ['520001', 'Andhra Pradesh'],
    ['834001', 'Jharkhand'],
    ['800001', 'Bihar'],
    ['248001', 'Uttarakhand'],
    ['226001', 'Uttar Pradesh'],
    ['737101', 'Sikkim'],
    ['194101', 'Ladakh'],
    ['900099', null],
    ['12', null],
  ])('%s is in %s', (pin, state) => expect(stateOfPin(pin)).toBe(state));

  it('is in one of the 36 states and union territories', () => expect(STATES).toHaveLength(36));
});
