import { BASE, fontOf, isInBaseFont, runsOf, type Run, type Weight } from '@vidhi/lettering/script-fonts.ts';
import { wrapLines } from '@vidhi/lettering/wrap-lines.ts';

interface Place {
  left: number;
  top: number;
  width: number;
  align?: 'left' | 'right';
}

export interface TextWriter {
  /** Returns the height of the text when it is wrapped to the width. */
  heightOf(text: string, width: number, size: number, weight: Weight): number;
  /** Writes the text, wrapped to the width, and moves the document's position below it. */
  write(text: string, place: Place, size: number, weight: Weight): void;
}

/** Writes texts of any mix of Indian scripts; a document embeds only the fonts and glyphs that it uses. */
export function createTextWriter(
  document: PDFKit.PDFDocument,
  missing: Set<string>,
  bottom: number,
): TextWriter {
  const registered = new Set<string>();
  function use(script: string, weight: Weight, size: number): void {
    const name = `${script} ${weight}`;
    if (!registered.has(name)) {
      // pdfkit accepts a parsed font although its types name files and buffers alone.
      document.registerFont(name, fontOf(script, weight) as unknown as Buffer);
      registered.add(name);
    }
    document.font(name).fontSize(size);
  }
  function widthOf(run: Run, weight: Weight, size: number): number {
    use(run.script, weight, size);
    return document.widthOfString(run.text);
  }
  const lineWidth = (line: string, weight: Weight, size: number): number =>
    runsOf(line, weight, missing).reduce((sum, run) => sum + widthOf(run, weight, size), 0);

  const wrap = (text: string, width: number, size: number, weight: Weight): string[] =>
    wrapLines(text, width, (line) => lineWidth(line, weight, size));
  /** One height for all lines: the fonts of the family differ in theirs. */
  function heightOfLine(size: number, weight: Weight): number {
    use(BASE, weight, size);
    return document.currentLineHeight(true) * 1.1;
  }

  return {
    heightOf(text, width, size, weight) {
      use(BASE, weight, size);
      if (isInBaseFont(text, weight)) return document.heightOfString(text, { width });
      return wrap(text, width, size, weight).length * heightOfLine(size, weight);
    },
    write(text, { left, top, width, align = 'left' }, size, weight) {
      use(BASE, weight, size);
      if (isInBaseFont(text, weight)) {
        document.text(text, left, top, { width, align });
        return;
      }
      const height = heightOfLine(size, weight);
      let y = top;
      for (const line of wrap(text, width, size, weight)) {
        if (y + height > bottom) {
          document.addPage();
          y = document.y;
        }
        let x = align === 'right' ? left + width - lineWidth(line, weight, size) : left;
        for (const run of runsOf(line, weight, missing)) {
          const advance = widthOf(run, weight, size);
          document.text(run.text, x, y + height * 0.75, { lineBreak: false, baseline: 'alphabetic' });
          x += advance;
        }
        y += height;
      }
      use(BASE, weight, size);
      document.x = left;
      document.y = y;
    },
  };
}
