import PDFDocument from 'pdfkit';
import type { Address } from '@vidhi/contracts/purchases.ts';
import type { Weight } from '@vidhi/lettering/script-fonts.ts';
import { createTextWriter, type TextWriter } from '../bills/bill-text.ts';
import type { PackingSheets, Slip } from './packing-sheets.ts';
import { dayText } from '../desk/timeline.ts';

const PAGE = { width: 595.28, height: 841.89 };
const MARGIN = 42;
const WIDTH = PAGE.width - 2 * MARGIN;
const BOTTOM = PAGE.height - MARGIN;
const MM = 72 / 25.4;

/** A sheet of eight labels of 99.1 × 67.7 mm, as stationers sell them. */
const LABELS = { columns: 2, rows: 4, width: 99.1 * MM, height: 67.7 * MM, left: 4.65 * MM, top: 13.1 * MM };
const LABEL_PADDING = 5 * MM;
/** Longer texts do not fit into a label in any size. */
const MAX_LABEL_NAME = 120;
const MAX_LABEL_LINE = 200;
const LABEL_SIZES = [13, 12, 11, 10, 9, 8, 7, 6];
const SLIP_COLUMNS = [
  ['Packed', 0.1],
  ['Copies', 0.1],
  ['Book', 0.58],
  ['ISBN', 0.22],
] as const;

/** As on a parcel: a line for each part, the PIN code with the town. */
export function addressLines({ address, landmark, city, state, pincode, phone }: Address): string[] {
  const town = [[city, state].filter(Boolean).join(', '), pincode].filter((part) => part !== '').join(' – ');
  return [address, landmark ?? '', town, `Phone ${phone}`].filter((line) => line !== '');
}

interface Page {
  document: PDFKit.PDFDocument;
  writer: TextWriter;
}

function slipPage(
  { document, writer }: Page,
  { orderNumber, orderedOn, shipping, lines }: Slip,
  sender: PackingSheets['sender'],
): void {
  const text = (value: string, size = 10, weight: Weight = 'regular'): void =>
    writer.write(value, { left: MARGIN, top: document.y, width: WIDTH }, size, weight);
  const rule = (): void => {
    document
      .moveDown(0.5)
      .moveTo(MARGIN, document.y)
      .lineTo(MARGIN + WIDTH, document.y);
    document.lineWidth(0.5).stroke().moveDown(0.5);
  };
  function row(cells: readonly string[], weight: Weight, hasBox: boolean): void {
    const widths = SLIP_COLUMNS.map(([, share]) => share * WIDTH - 6);
    const height = Math.max(...cells.map((cell, at) => writer.heightOf(cell, widths[at] ?? 0, 10, weight)));
    if (document.y + height > BOTTOM) document.addPage();
    const top = document.y;
    let left = MARGIN;
    if (hasBox)
      document
        .rect(left, top + 1, 10, 10)
        .lineWidth(0.7)
        .stroke();
    for (const [at, [, share]] of SLIP_COLUMNS.entries()) {
      writer.write(cells[at] ?? '', { left, top, width: widths[at] ?? 0 }, 10, weight);
      left += share * WIDTH;
    }
    document.y = top + height + 6;
  }
  text(`Packing slip, order ${orderNumber}`, 16, 'bold');
  text(`Ordered on ${dayText(orderedOn)}`);
  rule();
  text('Deliver to', 9, 'bold');
  text(shipping.name, 13, 'bold');
  for (const line of addressLines(shipping)) text(line, 11);
  rule();
  row(
    SLIP_COLUMNS.map(([name]) => name),
    'bold',
    false,
  );
  for (const { copies, title, publisher, isbn } of lines)
    row(
      ['', String(copies), publisher === null ? title : `${title}\n${publisher}`, isbn ?? ''],
      'regular',
      true,
    );
  const copies = lines.reduce((sum, line) => sum + line.copies, 0);
  text(`${copies} ${copies === 1 ? 'copy' : 'copies'} in all`, 10, 'bold');
  rule();
  text(`Sent by ${sender.name}, ${sender.address}. Phone ${sender.phone}.`, 9);
}

/** Returns a text that is cut to a height, with an ellipsis where something is left out. */
function fitted(text: string, fits: (text: string) => boolean): string {
  if (fits(text)) return text;
  const segments = Array.from(new Intl.Segmenter('en-IN').segment(text), ({ segment }) => segment);
  let [low, high] = [0, segments.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(`${segments.slice(0, middle).join('')}…`)) low = middle;
    else high = middle - 1;
  }
  return `${segments.slice(0, low).join('')}…`;
}

/** Writes an address into its label, in the largest size in which it fits. */
function label({ document, writer }: Page, slip: Slip, sender: PackingSheets['sender'], at: number): void {
  const { shipping, orderNumber } = slip;
  const cell = at % (LABELS.columns * LABELS.rows);
  const left = LABELS.left + (cell % LABELS.columns) * (LABELS.width + 2.5 * MM) + LABEL_PADDING;
  const top = LABELS.top + Math.floor(cell / LABELS.columns) * LABELS.height + LABEL_PADDING;
  const width = LABELS.width - 2 * LABEL_PADDING;
  const height = LABELS.height - 2 * LABEL_PADDING;
  const from = `From ${sender.name}, ${sender.address}`;
  const fromSize = 7;
  const fromText = fitted(from, (one) => writer.heightOf(one, width, fromSize, 'regular') <= 2.6 * fromSize);
  const fromHeight = writer.heightOf(fromText, width, fromSize, 'regular');
  const number = `Order ${orderNumber}`;
  const space = height - fromHeight - writer.heightOf(number, width, 8, 'regular') - 6;
  const name = shipping.name.slice(0, MAX_LABEL_NAME);
  const lines = addressLines(shipping).map((line) => line.slice(0, MAX_LABEL_LINE));
  // Shaping a long text takes time: each is measured once in a size.
  const heights = new Map<string, number>();
  function heightOf(text: string, size: number, weight: Weight): number {
    const key = `${size} ${weight} ${text}`;
    const height = heights.get(key) ?? writer.heightOf(text, width, size, weight);
    heights.set(key, height);
    return height;
  }
  const heightAt = (size: number, texts: readonly string[]): number =>
    heightOf(name, size + 2, 'bold') + texts.reduce((sum, line) => sum + heightOf(line, size, 'regular'), 0);
  const size = LABEL_SIZES.find((one) => heightAt(one, lines) <= space) ?? (LABEL_SIZES.at(-1) as number);
  // The street alone is cut: town, PIN code and phone bring a parcel there.
  const [street = '', ...rest] = lines;
  const cut = fitted(street, (one) => heightAt(size, [one, ...rest]) <= space);
  document.y = top;
  const write = (text: string, points: number, weight: Weight): void =>
    writer.write(text, { left, top: document.y, width }, points, weight);
  write(name, size + 2, 'bold');
  for (const line of [cut, ...rest]) write(line, size, 'regular');
  document.y = top + height - fromHeight - writer.heightOf(number, width, 8, 'regular');
  write(number, 8, 'regular');
  write(fromText, fromSize, 'regular');
}

/**
 * Renders packing slips, a page for each order, or address labels, eight on a page. A separate page names the orders
 * that cannot be packed and therefore have no slip. Characters in no font are printed as '?' and added to `missing`.
 */
export async function renderPacking(sheets: PackingSheets, missing = new Set<string>()): Promise<Buffer> {
  const { kind, sender, slips, skipped } = sheets;
  const document = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    autoFirstPage: false,
    // As in bills: none but those that are registered.
    font: null as unknown as string,
    info: { Title: kind === 'packing-slips' ? 'Packing slips' : 'Address labels', Author: sender.name },
  });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((done, fail) => {
    document.on('end', done);
    document.on('error', fail);
  });
  const page = { document, writer: createTextWriter(document, missing, BOTTOM) };
  if (skipped.length > 0) {
    document.addPage();
    const text = (value: string, size: number, weight: Weight): void =>
      page.writer.write(value, { left: MARGIN, top: document.y, width: WIDTH }, size, weight);
    text('Not printed', 16, 'bold');
    for (const { orderNumber, reason } of skipped) text(`Order ${orderNumber} ${reason}.`, 10, 'regular');
  }
  for (const [at, slip] of slips.entries()) {
    if (kind === 'packing-slips') {
      document.addPage();
      slipPage(page, slip, sender);
      continue;
    }
    // Labels reach further down than the margin of a page.
    if (at % (LABELS.columns * LABELS.rows) === 0) document.addPage({ size: 'A4', margin: 0 });
    label(page, slip, sender, at);
  }
  document.end();
  await ended;
  return Buffer.concat(chunks);
}
