/** A piece of a paragraph: words, or a web address, which is shown as a link. */
export interface ProsePiece {
  text: string;
  isLink: boolean;
}

/** A web address in a text, without the punctuation that ends a sentence. */
const ADDRESS = /https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]}]/g;

/** Returns the paragraphs of a plain text, which blank lines separate. */
export const paragraphsOf = (text: string): string[] =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n[^\S\n]*\n\s*/)
    .filter((paragraph) => paragraph.trim() !== '');

/** Returns the pieces of a plain text in their order; together they are the text. */
export function prosePieces(text: string): ProsePiece[] {
  const pieces: ProsePiece[] = [];
  let end = 0;
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    pieces.push({ text: text.slice(end, index), isLink: false }, { text: address, isLink: true });
    end = index + address.length;
  }
  pieces.push({ text: text.slice(end), isLink: false });
  return pieces.filter((piece) => piece.text !== '');
}
