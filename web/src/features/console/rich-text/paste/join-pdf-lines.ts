const SENTENCE_END = /[.!?:;।”"’)\]]$/u;

/** Returns whether most lines of a text end within a sentence at about the same width, as lines of a page do. */
function isWrapped(lines: readonly string[]): boolean {
  const written = lines.filter((line) => line.trim() !== '');
  const long = written.filter(({ length }) => length >= 40 && length <= 140);
  const broken = long.filter((line) => !SENTENCE_END.test(line.trim()));
  return written.length >= 4 && long.length >= written.length * 0.6 && broken.length >= long.length * 0.5;
}

/** Returns the paragraphs of a text; the lines of pages, as PDF viewers copy them, are joined, with their hyphenated words. */
export function paragraphsOfText(text: string): string[] {
  const lines = text.replaceAll('\r\n', '\n').replaceAll('\u00AD', '').split('\n');
  if (!isWrapped(lines)) return lines.map((line) => line.trim()).filter((line) => line !== '');
  const width = Math.max(...lines.map(({ length }) => length));
  const paragraphs: string[] = [];
  let ended = true;
  for (const line of lines.map((one) => one.trim())) {
    if (line === '') {
      ended = true;
      continue;
    }
    const last = paragraphs.at(-1);
    if (ended || last === undefined || /^(?:\(?\d{1,3}[.)]|[•–-])\s/.test(line)) paragraphs.push(line);
    else if (/\p{Ll}-$/u.test(last) && /^\p{Ll}/u.test(line))
      paragraphs[paragraphs.length - 1] = last.slice(0, -1) + line;
    else paragraphs[paragraphs.length - 1] = `${last} ${line}`;
    ended = SENTENCE_END.test(line) && line.length < width * 0.75;
  }
  return paragraphs;
}
