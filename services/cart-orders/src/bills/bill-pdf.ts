import PDFDocument from 'pdfkit';
import { placeOf } from '@vidhi/contracts/postal-address.ts';
import type { Address } from '@vidhi/contracts/purchases.ts';
import type { Weight } from '@vidhi/lettering/script-fonts.ts';
import { dayText } from '../desk/timeline.ts';
import { createTextWriter } from './bill-text.ts';
import type { BillContent, BillLine, IssuedNumber } from './bill.ts';

/** Headings of the Harmonized System: printed books. Exempt from GST, hence a bill of supply and no tax invoice. */
const HSN = '4901';
const MARGIN = 42;
const WIDTH = 595.28 - 2 * MARGIN;
const BOTTOM = 841.89 - MARGIN;

const amounts = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
export const rupees = (paise: number): string => `₹ ${amounts.format(paise / 100)}`;

const addressLines = (address: Address | null): string[] =>
  address === null ? ['Not recorded'] : [address.name, placeOf(address), `Phone ${address.phone}`];

/** Returns the lines of the buyer: one who has given no address may have a name. */
const billedTo = ({ billing, buyerName }: BillContent): string[] =>
  billing === null && buyerName !== undefined ? [buyerName] : addressLines(billing);

const COLUMNS = [
  ['Item', 0.42, 'left'],
  ['HSN', 0.08, 'left'],
  ['Qty', 0.07, 'right'],
  ['MRP', 0.14, 'right'],
  ['Discount', 0.14, 'right'],
  ['Amount', 0.15, 'right'],
] as const;

const rowOf = ({ title, quantity, listPaise, unitPaise }: BillLine): string[] => [
  title,
  HSN,
  String(quantity),
  rupees(listPaise),
  rupees((listPaise - unitPaise) * quantity),
  rupees(unitPaise * quantity),
];

/** Returns the declarations that consumer law requires in addition to the amounts, as title and lines. */
export function declarations({ seller, lines }: Pick<BillContent, 'seller' | 'lines'>): [string, string[]][] {
  return [
    [
      'Legal Metrology declarations',
      lines.map(
        ({ title, publisher, quantity, listPaise }) =>
          `${title}: commodity printed book; net quantity ${quantity} N; publisher ${publisher ?? 'as printed in the book'}; MRP ${rupees(listPaise)} a copy, inclusive of all taxes; country of origin India, unless the book states another.`,
      ),
    ],
    [
      'Seller and consumer care',
      [
        `${seller.name}, ${seller.address}. Phone ${seller.phone}, email ${seller.email}.`,
        `Grievance officer: ${seller.grievanceOfficer}. Complaints are acknowledged within 48 hours and redressed within one month (Consumer Protection (E-Commerce) Rules, 2020).`,
        'National Consumer Helpline: 1915.',
      ],
    ],
  ];
}

/** Returns number and day of a document, as people in India write it. */
export const numberLine = ({ number, date }: IssuedNumber): string =>
  `Number ${number}        Date ${dayText(date)}`;

/**
 * Renders a bill of supply, or a credit note that cancels one or reduces it. The same content gives the same document.
 * Characters in no font are printed as '?' and added to `missing`.
 */
export async function renderBill(content: BillContent, missing = new Set<string>()): Promise<Buffer> {
  const { number, date, credits, seller, lines, shippingPaise, totalPaise } = content;
  const isPart = credits !== null && credits.amountPaise < totalPaise;
  const title = credits === null ? 'Bill of Supply' : 'Credit Note';
  const document = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    // None: pdfkit's own would have to be read, and one of ours would be compared with the first that is registered.
    font: null as unknown as string,
    info: {
      Title: `${seller.isSpecimen === true ? 'Specimen: ' : ''}${title} ${number}`,
      Author: seller.name,
      CreationDate: new Date(`${date}T00:00:00Z`),
    },
  });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((done, fail) => {
    document.on('end', done);
    document.on('error', fail);
  });
  const writer = createTextWriter(document, missing, BOTTOM);

  const text = (value: string, size = 9, font: Weight = 'regular'): void => {
    writer.write(value, { left: MARGIN, top: document.y, width: WIDTH }, size, font);
  };
  const rule = (): void => {
    document
      .moveDown(0.4)
      .moveTo(MARGIN, document.y)
      .lineTo(MARGIN + WIDTH, document.y)
      .lineWidth(0.5)
      .stroke()
      .moveDown(0.4);
  };
  /** Cells side by side; the row goes to the next page when it does not fit. */
  function row(cells: readonly string[], font: Weight): void {
    const widths = COLUMNS.map(([, share]) => share * WIDTH - 6);
    const height = Math.max(...cells.map((cell, at) => writer.heightOf(cell, widths[at] ?? 0, 9, font)));
    if (document.y + height > BOTTOM) document.addPage();
    const top = document.y;
    let left = MARGIN;
    for (const [at, [, share, align]] of COLUMNS.entries()) {
      writer.write(cells[at] ?? '', { left, top, width: widths[at] ?? 0, align }, 9, font);
      left += share * WIDTH;
    }
    document.y = top + height + 4;
  }
  function sums(entries: readonly (readonly [string, number])[]): void {
    for (const [name, paise] of entries) row(['', '', '', '', name, rupees(paise)], 'regular');
  }

  if (seller.isSpecimen === true) text('SPECIMEN: an example, no document of a sale', 11, 'bold');
  text(title, 18, 'bold');
  text(seller.name, 11, 'bold');
  text(seller.address);
  text(seller.gstin === null ? 'Not registered under GST' : `GSTIN ${seller.gstin}`);
  rule();
  text(numberLine({ number, date }), 10, 'bold');
  if (content.purchaseNumber !== undefined) text(`Order number ${content.purchaseNumber}`);
  if (credits !== null)
    text(
      isPart
        ? `Reduces the bill of supply ${credits.number} of ${rupees(totalPaise)}`
        : `Cancels the bill of supply ${credits.number}`,
    );
  text(
    content.paidBy === undefined
      ? `Order ${content.orderId ?? ''}        Payment ${content.paymentId ?? ''}`
      : `Paid by ${content.paidBy}`,
  );
  rule();
  text('Billed to', 9, 'bold');
  for (const line of billedTo(content)) text(line);
  document.moveDown(0.4);
  text('Delivered to', 9, 'bold');
  for (const line of addressLines(content.shipping)) text(line);
  rule();
  row(
    COLUMNS.map(([name]) => name),
    'bold',
  );
  if (isPart) row(['Part of the price, refunded', HSN, '', '', '', rupees(credits.amountPaise)], 'regular');
  else for (const line of lines) row(rowOf(line), 'regular');
  rule();
  sums([...(isPart ? [] : [['Shipping', shippingPaise] as const]), ['Tax', 0]]);
  row(['', '', '', '', 'Total', rupees(credits?.amountPaise ?? totalPaise)], 'bold');
  text('Printed books, HSN 4901: exempt from GST. No tax is charged or payable on reverse charge.');
  for (const [heading, paragraphs] of declarations(content)) {
    rule();
    text(heading, 9, 'bold');
    for (const paragraph of paragraphs) text(paragraph, 8);
  }
  rule();
  text('Issued electronically; valid without a signature.', 8);
  document.end();
  await ended;
  return Buffer.concat(chunks);
}
