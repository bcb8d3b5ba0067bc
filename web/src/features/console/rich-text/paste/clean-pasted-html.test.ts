// @vitest-environment jsdom
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CONTENT_HTML } from '@vidhi/contracts/content-html.ts';
import { cleanPastedHtml } from './clean-pasted-html.ts';
import { paragraphsOfText } from './join-pdf-lines.ts';
import { CLIPBOARDS } from './office-clipboards.ts';
import { stripMarkup, stripTypedHtml } from './strip-markup.ts';
import { XSS_STRINGS } from './xss-strings-builder.ts';

const TAGS = new Set([...CONTENT_HTML.blockTags, ...CONTENT_HTML.inlineTags, 'h1', 'font']);
const TAG = /<\/?([a-z][\w:-]*)((?:"[^"]*"|[^">])*)>/gi;
/** Attributes that make an inert parser report a violation, or a browser run something. */
const HARM = /^(?:style|on.*|srcdoc|formaction|class|name|xlink:href)$/i;

/** Elements and attributes in markup that stored HTML may not have. */
function foreignMarkup(html: string): string[] {
  return Array.from(html.matchAll(TAG)).flatMap(([tag, name = '', attributes = '']) => {
    const names = Array.from(attributes.matchAll(/([^\s=]+)(?:="[^"]*")?/g), ([, one = '']) => one);
    const isForeign = !TAGS.has(name.toLowerCase()) || names.some((one) => HARM.test(one) && one !== 'class');
    const isScript = /(?:href|src|cite)="\s*(?:javascript|data|vbscript):/i.test(attributes);
    return isForeign || isScript ? [tag] : [];
  });
}

describe('a clipboard', () => {
  it.each(CLIPBOARDS)('of $from is plain structure', ({ html, cleaned, lostPictures = 0 }) => {
    expect(cleanPastedHtml(html)).toEqual({ html: cleaned, lostPictures });
  });

  it.each(CLIPBOARDS)('of $from has nothing that the policy reports when it is parsed', ({ html }) => {
    const { html: stripped } = stripMarkup(html);
    expect(foreignMarkup(stripped)).toEqual([]);
    expect(stripped).not.toMatch(/\sclass=/);
  });

  it('keeps every word apart', () => {
    for (const { html, cleaned } of CLIPBOARDS) {
      const words = new Set(
        stripMarkup(html)
          .html.replaceAll(/<[^>]*>/g, ' ')
          .match(/\p{L}{4,}/gu),
      );
      for (const [word] of cleaned.replaceAll(/<[^>]*>/g, ' ').matchAll(/\p{L}{4,}/gu))
        expect([...words].some((one) => word.includes(one))).toBe(true);
    }
  });
});

describe('markup that somebody wants to run', () => {
  it('is at least 120 strings', () => expect(XSS_STRINGS.length).toBeGreaterThanOrEqual(120));

  it.each(XSS_STRINGS)('is gone from a paste: %s', (html) => {
    expect(foreignMarkup(stripMarkup(`<p>before</p>${html}<p>after</p>`).html)).toEqual([]);
  });

  it.each(XSS_STRINGS)('is gone from a block that is edited as HTML: %s', (html) => {
    expect(foreignMarkup(stripTypedHtml(html).replaceAll(/<\/?iframe[^>]*>/g, ''))).toEqual([]);
  });

  it('is gone from any text of such pieces', () => {
    const piece = fc.oneof(
      fc.constantFrom(...XSS_STRINGS),
      fc.constantFrom('<', '>', '"', "'", '<!--', '-->', '<p ', '&'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const { html } = stripMarkup(pieces.join(''));
        expect(foreignMarkup(html)).toEqual([]);
        const body = new DOMParser().parseFromString(html, 'text/html').body;
        const attributes = [...body.querySelectorAll('*')].flatMap((element) =>
          [...element.attributes].map(({ name }) => name),
        );
        expect(attributes.filter((name) => HARM.test(name))).toEqual([]);
        expect([...body.querySelectorAll('*')].filter(({ localName }) => !TAGS.has(localName))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

describe('HTML that somebody types', () => {
  it('keeps videos, pictures of other sites and alignment', () => {
    const html =
      '<p class="align-center">x</p><img src="https://cdn.example/x.png" alt="x"><iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" title="v"></iframe>';
    expect(stripTypedHtml(html)).toBe(html);
  });
});

describe('the paragraphs of a text', () => {
  it('are its lines', () => {
    expect(paragraphsOfText('Title\n\nOne short line.\r\nAnother')).toEqual([
      'Title',
      'One short line.',
      'Another',
    ]);
  });

  it('are those of the page where a PDF viewer has copied its lines', () => {
    const text = [
      'The learned counsel for the appellant has submitted that the impug-',
      'ned order was passed without a hearing, in breach of the principles of',
      'natural justice, and that it cannot stand for that reason alone.',
      '2. The respondent relies on the discretion that the section gives and',
      'on the practice of the department in matters of this kind.',
    ].join('\n');
    expect(paragraphsOfText(text)).toEqual([
      'The learned counsel for the appellant has submitted that the impugned order was passed without a hearing, in breach of the principles of natural justice, and that it cannot stand for that reason alone.',
      '2. The respondent relies on the discretion that the section gives and on the practice of the department in matters of this kind.',
    ]);
  });
});
