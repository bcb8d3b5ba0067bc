/**
 * Splits a text at spaces, and a word longer than a line between its characters as readers see them. `widthOf` measures a
 * line, in the unit of `width`.
 */
export function wrapLines(text: string, width: number, widthOf: (line: string) => number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split(/\r?\n/)) {
    let line = '';
    for (const word of paragraph.split(/(?<=\s)/)) {
      if (widthOf((line + word).trimEnd()) <= width) {
        line += word;
        continue;
      }
      if (line !== '') lines.push(line.trimEnd());
      line = '';
      for (const { segment } of new Intl.Segmenter('en-IN').segment(word)) {
        if (line !== '' && widthOf((line + segment).trimEnd()) > width) {
          lines.push(line);
          line = '';
        }
        line += segment;
      }
    }
    lines.push(line.trimEnd());
  }
  return lines;
}
