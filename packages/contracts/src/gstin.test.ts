import { expect, it } from 'vitest';
import { isGstin } from './gstin.ts';

// Published examples.
it.each(['27AAPFU0939F1ZV', '29AAGCB7383J1Z4'])('accepts %s', (gstin) => expect(isGstin(gstin)).toBe(true));

it.each([
  ['a wrong check character', '27AAPFU0939F1ZW'],
  ['two characters exchanged', '27AAPFU9039F1ZV'],
  ['small letters', '27aapfu0939f1zv'],
  ['spaces', ' 27AAPFU0939F1ZV'],
  ['another form', '27AAPFU0939F1XV'],
  ['nothing', ''],
])('rejects %s', (_, text) => expect(isGstin(text)).toBe(false));
