/** Counts of a text for the checklist and the foot of the page. */
export interface TextFacts {
  words: number;
  minutes: number;
  hindiPassages: number;
  /** Pictures without alternative text, as selectors of what the editor shows. */
  picturesWithoutAlt: number;
  /** Origins of other sites whose pictures the text shows. */
  pictureOrigins: readonly string[];
  emptyHeadings: number;
  /** Headings that are more than one level below the one before. */
  skippedHeadings: number;
  ownLinks: readonly string[];
}

const WORDS_PER_MINUTE = 220;

export const countWords = (text: string): number =>
  text.match(/[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu)?.length ?? 0;

/** Returns whether a picture has no alternative text; an empty one says that it is only decoration. */
const lacksAlt = (picture: Element): boolean => !picture.hasAttribute('alt');

const ORIGIN = /^https?:\/\/[^/?#]+/i;

function originsOf(pictures: readonly Element[]): string[] {
  const found = pictures.flatMap((picture) => ORIGIN.exec(picture.getAttribute('src')?.trim() ?? '') ?? []);
  return [...new Set(found.map((origin) => origin.toLowerCase()))].filter((one) => one !== location.origin);
}

export function readFacts(body: HTMLElement): TextFacts {
  // Words of neighbouring blocks are not one.
  const text = [
    ...body.querySelectorAll('p, li, h2, h3, h4, h5, h6, td, th, dt, dd, figcaption, pre, blockquote, div'),
  ].reduce(
    (sum, element) =>
      element.querySelector('p, li, td, th, div, blockquote') === null
        ? `${sum} ${element.textContent}`
        : sum,
    '',
  );
  const words = countWords(text === '' ? body.textContent : text);
  const pictures = [...body.querySelectorAll('img')];
  const headings = [...body.querySelectorAll('h2, h3, h4, h5, h6')];
  const levels = headings.map(({ localName }) => Number(localName.slice(1)));
  return {
    words,
    minutes: Math.max(1, Math.round(words / WORDS_PER_MINUTE)),
    hindiPassages: body.querySelectorAll('[lang=hi]').length,
    picturesWithoutAlt: pictures.filter(lacksAlt).length,
    pictureOrigins: originsOf(pictures),
    emptyHeadings: headings.filter(({ textContent }) => textContent.trim() === '').length,
    skippedHeadings: levels.filter((level, at) => level > (levels[at - 1] ?? 1) + 1).length,
    ownLinks: [...body.querySelectorAll('a[href^="/"]')].map((link) => link.getAttribute('href') ?? ''),
  };
}
