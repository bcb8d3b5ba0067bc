export const PDF_MIME = 'application/pdf';
/** Long enough for the header of a PDF and what may be hidden behind it. */
export const PDF_START_BYTES = 1_024;
/** The longest end of a ZIP archive: its last record with a comment of 64 KB. */
export const PDF_END_BYTES = 66_000;

const HEADER = /^%PDF-[12]\.\d[\r\n\t ]/;
/** Position of the cross-reference table and the mark of the end, which nothing but white space follows. */
const TRAILER = /startxref\s+(\d{1,12})\s+%%EOF[\s\0]*$/;
const TRAILER_BYTES = 2_048;
const MARKUP = /<(?:!doctype|html|head|body|script|svg|iframe)\b/i;
const END_OF_ZIP = 'PK\u0005\u0006';

const DOCUMENT = /\.pdf$/i;
/** Whether a storage key is that of a document: those are in a folder of their own. */
export const isDocumentAddress = (address: string): boolean => DOCUMENT.test(address);

/**
 * Whether a file is a PDF from its first byte to its last, and not a page or a ZIP archive as well. Its objects are not parsed:
 * browsers download documents, and never open them on the site.
 */
export function isPdf({ start, end, bytes }: { start: Buffer; end: Buffer; bytes: number }): boolean {
  const first = start.toString('latin1', 0, PDF_START_BYTES);
  if (!HEADER.test(first) || MARKUP.test(first)) return false;
  const [, table = ''] = TRAILER.exec(end.subarray(-TRAILER_BYTES).toString('latin1')) ?? [];
  return table !== '' && Number(table) < bytes && !end.includes(END_OF_ZIP, 0, 'latin1');
}

/** Whether a file begins as a PDF. */
export const beginsAsPdf = (start: Buffer): boolean => start.toString('latin1', 0, 5) === '%PDF-';
