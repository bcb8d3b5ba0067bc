/**
 * The seller of the demo: stands in for what is not set, and nobody sells by this name. JavaScript, as the launcher reads it
 * before anything is installed.
 */
export const EXAMPLE_SELLER = Object.freeze({
  seller_name: 'Vidhi Demo Books',
  seller_address: '1 Example Road, Pune, Maharashtra 411001',
  seller_email: 'care@vidhi.example',
  seller_phone: '+91 20 0000 0000',
});

/** @typedef {keyof typeof EXAMPLE_SELLER} SellerSetting */

/** Settings without which nobody sells; their variables are these names in capitals. */
export const SELLER_SETTINGS = /** @type {readonly SellerSetting[]} */ (Object.keys(EXAMPLE_SELLER));

/** @param {string} text */
const folded = (text) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s,.]+/g, ' ')
    .trim();

const EXAMPLES = new Set(
  [
    ...Object.values(EXAMPLE_SELLER),
    // Those of docs/operate.md, which somebody may have left as they are.
    'Your Company',
    '1 Your Road, City, State 400001',
    'care@site.example',
    '+91 22 0000 0000',
    'Name of the officer',
  ].map(folded),
);

/**
 * Returns whether the value of a setting is about a seller: it is neither blank nor that of an example, however it is written.
 * @param {string | undefined} value
 */
export function namesSeller(value) {
  const text = folded(value ?? '');
  return text !== '' && !EXAMPLES.has(text);
}
