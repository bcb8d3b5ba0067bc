import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { paragraphsOf, prosePieces } from '@vidhi/contracts/prose.ts';
import { escapeHtml } from '@vidhi/service-kit/escape-html.ts';
import type { LayoutFragments } from './layout-fragments.ts';
import type { MailBlock, MailContent, SiteIdentity } from './mail-content.ts';

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

/** The space between a time and AM or PM, at which no line is broken. */
const INNER_SPACE = /(?<=:\d\d) (?=[AP]M\b)/g;

const withBreaks = (text: string): string =>
  escapeHtml(text)
    .replaceAll(INNER_SPACE, '&nbsp;')
    .replaceAll(/\r\n?|\n/g, '<br>');

/** Control characters, and the separators of lines and paragraphs. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** Begin of an encoded word (RFC 2047), which mail programs would show decoded, as another text than was checked. */
const ENCODED_WORD = /=\?/g;
const MAX_HEADER_LENGTH = 200;

/**
 * Returns a text for a header field: in one line, without control characters and encoded words, of bounded length.
 */
export const headerText = (text: string): string =>
  text
    .replaceAll(CONTROL, ' ')
    .replaceAll(ENCODED_WORD, '= ?')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_HEADER_LENGTH);

const fill = (fragment: string, values: Readonly<Record<string, string>>): string =>
  fragment.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_match, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`the layout asks for ${name}`);
    return value;
  });

const CELL = 'padding:4px 8px 4px 0;vertical-align:top;overflow-wrap:anywhere;';
const LAST_CELL = 'padding:4px 0;vertical-align:top;overflow-wrap:anywhere;text-align:right;';
const LINE = 'border-bottom:1px solid #dddddd;';
const TOTAL = 'font-weight:bold;border-top:1px solid #dddddd;';

/** Two lines for each row: the first cell, and the others below it. */
function tableHtml(rows: readonly (readonly string[])[]): string {
  return rows
    .map(([first = '', ...others], row) => {
      const tag = row === 0 ? 'th' : 'td';
      const html = others.map((cell, column) => {
        const style = column > 0 && column === others.length - 1 ? LAST_CELL : `${CELL}text-align:left;`;
        return `<${tag} style="${style}${LINE}">${withBreaks(cell)}</${tag}>`;
      });
      const isAlone = others.length === 0;
      const top = `<${tag} colspan="${Math.max(1, others.length)}" style="${CELL}${isAlone ? LINE : ''}text-align:left">${withBreaks(first)}</${tag}>`;
      return `<tr>${top}</tr>${isAlone ? '' : `\n<tr>${html.join('')}</tr>`}`;
    })
    .join('\n');
}

const factsHtml = (facts: readonly (readonly [string, string])[]): string =>
  facts
    .map(
      ([name, value]) =>
        `<tr><th scope="row" style="${CELL}text-align:left;white-space:nowrap">${escapeHtml(name)}</th><td style="${CELL}">${withBreaks(value)}</td></tr>`,
    )
    .join('\n');

const amountsHtml = (facts: readonly (readonly [string, string])[], total: string): string =>
  facts
    .map(([name, value]) => {
      const more = name === total ? TOTAL : 'font-weight:normal;';
      return `<tr><th scope="row" style="${CELL}${more}text-align:left">${escapeHtml(name)}</th><td style="${LAST_CELL}${more}">${withBreaks(value)}</td></tr>`;
    })
    .join('\n');

const linkHtml = (link: string, html: string): string =>
  `<a href="${escapeHtml(link)}" style="color:#8a1c1c">${html}</a>`;

/** Escapes a text and makes its web addresses links. */
const linkedHtml = (text: string): string =>
  prosePieces(text)
    .map(({ text: piece, isLink }) => (isLink ? linkHtml(piece, escapeHtml(piece)) : withBreaks(piece)))
    .join('');

function articleHtml({ title, text, link }: Extract<MailBlock, { kind: 'article' }>): string {
  const head = linkHtml(link, `<strong>${escapeHtml(title)}</strong>`);
  return text.trim() === '' ? head : `${head}<br>${linkedHtml(text)}`;
}

function blockHtml(fragments: LayoutFragments, block: MailBlock): string {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
    case 'note':
      return fill(fragments[block.kind], { text: withBreaks(block.text) });
    case 'subheading':
      return fill(fragments.paragraph, { text: `<strong>${withBreaks(block.text)}</strong>` });
    case 'prose':
      return paragraphsOf(block.text)
        .map((paragraph) => fill(fragments.paragraph, { text: linkedHtml(paragraph) }))
        .join('\n');
    case 'article':
      return fill(fragments.paragraph, { text: articleHtml(block) });
    case 'button':
      return fill(fragments.button, { text: escapeHtml(block.text), link: escapeHtml(block.link) });
    case 'small-link':
      return fill(fragments.note, {
        text: `<a href="${escapeHtml(block.link)}" style="color:inherit">${escapeHtml(block.text)}</a>`,
      });
    case 'facts':
      return fill(fragments.table, { rows: factsHtml(block.facts) });
    case 'amounts':
      return fill(fragments.table, { rows: amountsHtml(block.facts, block.total) });
    case 'table':
      return fill(fragments.table, { rows: tableHtml(block.rows) });
  }
}

const LINE_WIDTH = 76;

/** Breaks a paragraph at spaces; a longer word, such as a link, stays whole. */
function wrap(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      const lines: string[] = [];
      let current = '';
      for (const word of line.split(' ')) {
        if (current !== '' && current.length + 1 + word.length > LINE_WIDTH) {
          lines.push(current);
          current = word;
        } else current = current === '' ? word : `${current} ${word}`;
      }
      return [...lines, current].join('\n');
    })
    .join('\n');
}

function tableText(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_cell, column) =>
    Math.max(...rows.map((cells) => (cells[column] ?? '').length)),
  );
  return rows
    .map((cells) =>
      cells
        .map((cell, column) =>
          column > 0 && column === cells.length - 1
            ? cell.padStart(widths[column] ?? 0)
            : cell.padEnd(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Formats a value of several lines below its name, indented. */
const factText = ([name, value]: readonly [string, string]): string =>
  value.includes('\n') ? `${name}:\n${value.replaceAll(/^/gm, '  ')}` : `${name}: ${value}`;

function blockText(block: MailBlock): string {
  switch (block.kind) {
    case 'heading':
      return `${wrap(block.text)}\n${'='.repeat(Math.min(LINE_WIDTH, block.text.length))}`;
    case 'paragraph':
    case 'note':
      return wrap(block.text);
    case 'subheading':
      return `${wrap(block.text)}\n${'-'.repeat(Math.min(LINE_WIDTH, block.text.length))}`;
    case 'prose':
      return paragraphsOf(block.text).map(wrap).join('\n\n');
    case 'article':
      return [wrap(block.title), ...(block.text.trim() === '' ? [] : [wrap(block.text)]), block.link].join(
        '\n',
      );
    case 'button':
    case 'small-link':
      return `${block.text}:\n${block.link}`;
    case 'facts':
    case 'amounts':
      return block.facts.map(factText).join('\n');
    case 'table':
      return tableText(block.rows);
  }
}

const footerOf = ({ name, footerFrom, footerTo }: SiteIdentity): string =>
  `© ${footerFrom}${footerTo > footerFrom ? `–${footerTo}` : ''} ${name}`;

/** Line feeds only: a carriage return could end a line of the source. */
const plain = (text: string): string => text.replaceAll(/\r\n?/g, '\n');

/** Makes the two parts of a mail. Every text is escaped; the subject is one line. */
export function renderMail(
  fragments: LayoutFragments,
  { subject, blocks }: MailContent,
  site: SiteIdentity,
): RenderedMail {
  const line = headerText(subject);
  const footer = footerOf(site);
  const frame = {
    subject: escapeHtml(line),
    siteName: escapeHtml(site.name),
    siteUrl: escapeHtml(site.url),
    footer: escapeHtml(footer),
  };
  return {
    subject: line,
    html: [
      fill(fragments.head, frame),
      ...blocks.map((block) => blockHtml(fragments, block)),
      fill(fragments.foot, frame),
    ].join('\n'),
    text: plain(`${[...blocks.map(blockText), `-- \n${footer}\n${site.url}`].join('\n\n')}\n`),
  };
}

/** Reads the layout that `npm run mail-layout` has compiled. */
export const readLayout = (): LayoutFragments =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'compiled-layout.json'), 'utf8')) as LayoutFragments;
