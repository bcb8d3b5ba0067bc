import { plainText } from './article.ts';

/** A heading of an article with its anchor. */
export interface Heading {
  id: string;
  text: string;
  level: 2 | 3 | 4;
}

/** An article with at least this many headings gets a table of contents. */
export const MIN_HEADINGS_FOR_CONTENTS = 5;

const HEADING = /<h([234])\b([^>]*)>([\s\S]*?)<\/h\1>/gi;
const ID = /\sid\s*=\s*["']([^"']+)["']/i;

/** Returns the id of a heading, with a prefix, so that it is not the id of another element of the page. */
const anchorOf = (text: string): string =>
  `part-${text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60)}`;

/** Adds an id and a link to each heading with text; returns the HTML and the headings. */
export function withHeadingAnchors(html: string): { html: string; headings: Heading[] } {
  const headings: Heading[] = [];
  const taken = new Set<string>();
  const marked = html.replaceAll(
    HEADING,
    (whole: string, level: string, attributes: string, inner: string) => {
      const text = plainText(inner);
      if (text === '') return whole;
      const own = ID.exec(attributes)?.[1];
      const wanted = own ?? anchorOf(text);
      let id = wanted;
      for (let count = 2; taken.has(id); count += 1) id = `${wanted}-${count}`;
      taken.add(id);
      headings.push({ id, text, level: Number(level) as Heading['level'] });
      const rest = own === undefined ? attributes : attributes.replace(ID, '');
      const link = `<a class="heading-link" href="#${encodeURIComponent(id)}" aria-label="Link to this part">#</a>`;
      return `<h${level}${rest} id="${id}">${inner} ${link}</h${level}>`;
    },
  );
  return { html: marked, headings };
}
