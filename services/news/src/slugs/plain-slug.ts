/** Characters around a copied address, also escaped for HTML: brackets, full stops, quotation marks, spaces and invisible characters. */
const AROUND = /^(?:&#?[a-z\d]+;|[\p{P}\p{S}\p{Z}\p{C}])+|(?:&#?[a-z\d]+;|[\p{P}\p{S}\p{Z}\p{C}])+$/giu;

/** Returns a slug in NFC and lower case, without punctuation and spaces around it, as addresses are compared. */
export const plainSlug = (slug: string): string => slug.normalize('NFC').toLowerCase().replaceAll(AROUND, '');
