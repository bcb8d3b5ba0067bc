const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** State, PAN (five letters, four digits, a letter), number of the registration, Z, check character. */
const FORM = /^[0-3][0-9][A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/;

/** Returns whether a text is a GSTIN: its form, and its check character. */
export function isGstin(text: string): boolean {
  if (!FORM.test(text)) return false;
  let sum = 0;
  for (const [index, character] of [...text].slice(0, -1).entries()) {
    const product = CHARACTERS.indexOf(character) * (index % 2 === 0 ? 1 : 2);
    sum += Math.floor(product / CHARACTERS.length) + (product % CHARACTERS.length);
  }
  return CHARACTERS[(CHARACTERS.length - (sum % CHARACTERS.length)) % CHARACTERS.length] === text.at(-1);
}
