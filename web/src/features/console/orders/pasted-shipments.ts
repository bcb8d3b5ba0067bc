import { CARRIERS } from '@vidhi/contracts/shop-carriers.ts';

export interface PastedShipment {
  purchase: string;
  carrier: string;
  number: string | null;
}
export interface PastedTable {
  rows: PastedShipment[];
  /** Lines that are not understood, by their numbers from 1. */
  faults: { line: number; text: string; reason: string }[];
}

/** A long number that a spreadsheet has taken for an amount: its last digits are lost. */
const ROUNDED = /^\d(?:\.\d+)?E\+\d+$/i;
const HEADER = /^(?:order|purchase)\b/i;

/** Returns the name of a carrier as it is known here, however it was written. */
const carrierOf = (text: string): string =>
  CARRIERS.find(({ name }) => name.toLowerCase() === text.toLowerCase())?.name ?? text;

/**
 * Reads rows that somebody has copied from a spreadsheet or typed: order, tracking number and carrier, between tabs, commas
 * or semicolons. Without a carrier it is the given one. A header and blank lines are left out.
 */
export function readPastedShipments(text: string, carrier: string): PastedTable {
  const table: PastedTable = { rows: [], faults: [] };
  const seen = new Set<string>();
  text.split(/\r?\n/).forEach((raw, index) => {
    const line = index + 1;
    const cells = raw.split(/[\t,;]/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
    const [purchase = '', number = '', named = ''] = cells;
    if (cells.every((cell) => cell === '') || (line === 1 && HEADER.test(purchase))) return;
    const fault = (reason: string): void => void table.faults.push({ line, text: raw, reason });
    if (purchase === '') fault('no order number');
    else if (named === '' && carrier === '') fault('no carrier');
    else if (ROUNDED.test(number))
      fault('the spreadsheet has rounded the tracking number: give its column the format Text');
    else if (seen.has(purchase)) fault('the order is there twice');
    else {
      seen.add(purchase);
      table.rows.push({
        purchase,
        carrier: carrierOf(named === '' ? carrier : named),
        number: number || null,
      });
    }
  });
  return table;
}
