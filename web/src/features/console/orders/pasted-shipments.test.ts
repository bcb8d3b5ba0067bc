import { describe, expect, it } from 'vitest';
import { readPastedShipments } from './pasted-shipments.ts';

describe('pasted tracking numbers', () => {
  it.each([
    ['tabs of a spreadsheet', '7KM3QX9TRA\tEX1\tDTDC'],
    ['commas', '7KM3QX9TRA, EX1, DTDC'],
    ['semicolons and quotes', '"7KM3QX9TRA";"EX1";"dtdc"'],
    [
      'a header, blank lines and line ends of Windows',
      'Order,Tracking,Carrier\r\n\r\n7KM3QX9TRA,EX1,DTDC\r\n',
    ],
  ])('are read with %s', (_, text) => {
    expect(readPastedShipments(text, 'India Post')).toEqual({
      rows: [{ purchase: '7KM3QX9TRA', number: 'EX1', carrier: 'DTDC' }],
      faults: [],
    });
  });

  it('have the chosen carrier where a row names none, and may have no number', () => {
    expect(readPastedShipments('A\tEX1\nB', 'India Post').rows).toEqual([
      { purchase: 'A', number: 'EX1', carrier: 'India Post' },
      { purchase: 'B', number: null, carrier: 'India Post' },
    ]);
  });

  it.each(['1.23457E+11', '8E+13', '1.2e+12'])('are not what a spreadsheet has rounded: %s', (number) => {
    const { rows, faults } = readPastedShipments(`A\t${number}\nB\t123456789012`, 'DTDC');
    expect(rows).toEqual([{ purchase: 'B', number: '123456789012', carrier: 'DTDC' }]);
    expect(faults[0]?.reason).toContain('rounded the tracking number');
  });

  it('name each row that is not understood, and why', () => {
    const { rows, faults } = readPastedShipments(',EX1,DTDC\nA,EX2\nB,EX3,DTDC\nB,EX4,DTDC', '');
    expect(rows).toHaveLength(1);
    expect(faults.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
      '1: no order number',
      '2: no carrier',
      '4: the order is there twice',
    ]);
  });
});
