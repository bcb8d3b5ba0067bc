/**
 * Splits a text at spaces, and a word longer than a line between its characters as readers see them. `widthOf` measures a
 * text, in the unit of `width`; it is called once for each word, as shaping takes its time.
 */
export function wrapLines(text: string, width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split(/\r?\n/)) {
    let line = '';
    let used = 0;
    for (const word of paragraph.split(/(?<=\s)/)) {
      const bare = word.trimEnd();
      const bareWidth = widthOf(bare);
      if (used + bareWidth > width) {
        if (line !== '') lines.push(line.trimEnd());
        const parts = bareWidth > width ? splitWord(bare, width, widthOf) : [bare];
        lines.push(...parts.slice(0, -1));
        line = parts.at(-1) ?? '';
        used = parts.length === 1 ? bareWidth : widthOf(line);
      } else {
        line += bare;
        used += bareWidth;
      }
      const space = word.slice(bare.length);
      line += space;
      used += space === '' ? 0 : widthOf(space);
    }
    lines.push(line.trimEnd());
  }
  return lines;
}

/** Splits a word that is longer than a line; each part has one character at least. */
function splitWord(word: string, width: number, widthOf: (text: string) => number): string[] {
  const characters = Array.from(new Intl.Segmenter('en-IN').segment(word), ({ segment }) => segment);
  const parts: string[] = [];
  for (let from = 0; from < characters.length;) {
    // The largest number of characters that fit, by halving: letters are shaped with their neighbours.
    let fits = 1;
    let tooMany = characters.length - from + 1;
    while (tooMany - fits > 1) {
      const middle = Math.floor((fits + tooMany) / 2);
      if (widthOf(characters.slice(from, from + middle).join('')) <= width) fits = middle;
      else tooMany = middle;
    }
    parts.push(characters.slice(from, from + fits).join(''));
    from += fits;
  }
  return parts.length === 0 ? [''] : parts;
}
