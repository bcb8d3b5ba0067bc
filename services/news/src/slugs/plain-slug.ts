/** Characters around a copied address: brackets, full stops, quotation marks, spaces and invisible characters. */
const AROUND = /^[\p{P}\p{S}\p{Z}\p{C}]+|[\p{P}\p{S}\p{Z}\p{C}]+$/gu;

/** Returns a slug in NFC and lower case, without punctuation and spaces around it, as addresses are compared. */
export const plainSlug = (slug: string): string => slug.normalize('NFC').toLowerCase().replaceAll(AROUND, '');
