import { describe, expect, it } from 'vitest';
import type { UnprintableDocument } from '@vidhi/contracts/unprintable-documents.ts';
import { MAIL_TEMPLATES } from '../templates/mail-templates.ts';
import { createUnprintableReports, createUnprintableResolver } from './report-unprintable.ts';

const aDocument = (number: string, at: string): UnprintableDocument => ({
  number,
  orderNumber: '7KM3QX9TRA',
  characters: ['ᱚ', '鬼'],
  at,
});
const DOCUMENTS = [
  aDocument('BS/26-27/000001', '2026-11-20T10:00:00.000Z'),
  aDocument('BS/26-27/000002', '2026-11-26T00:00:00.000Z'),
  aDocument('BS/26-27/000003', '2026-11-26T23:59:59.999Z'),
  aDocument('BS/26-27/000004', '2026-11-28T09:00:00.000Z'),
];
const findUnprintable = async (from: Date, to: Date): Promise<UnprintableDocument[]> =>
  DOCUMENTS.filter(({ at }) => new Date(at) >= from && new Date(at) < to);

describe('the report of documents with characters that no font has', () => {
  it('is one mail for each day that has ended, by any number of processes', async () => {
    const rows: string[] = [];
    const enqueued: string[] = [];
    const process = () =>
      createUnprintableReports({
        ledger: {
          insert: async (eventId) => {
            if (rows.includes(eventId)) return [];
            rows.push(eventId);
            return [eventId];
          },
        },
        enqueue: async (ids) => void enqueued.push(...ids),
        findUnprintable,
        now: () => new Date('2026-11-28T10:00:00.000Z'),
      });
    for (const { planMissing } of [process(), process()]) await planMissing();
    expect(enqueued).toEqual(['bills.unprintable:2026-11-26T00:00:00.000Z']);
  });

  it('names the documents of its day, their orders and the characters to the site', async () => {
    const resolve = createUnprintableResolver(findUnprintable);
    const mail = await resolve('2026-11-26T00:00:00.000Z');
    expect(mail).toMatchObject({ to: null, values: { count: 2 } });
    const template = MAIL_TEMPLATES.get('unprintable-documents');
    const content = template?.({
      values: mail?.values ?? {},
      link: null,
      site: { name: 'Vidhi' } as never,
    });
    expect(content?.subject).toBe('Vidhi: 2 bills have characters that no font has');
    expect(content?.blocks).toContainEqual({
      kind: 'table',
      rows: [
        ['Document', 'Order', 'Characters'],
        ['BS/26-27/000002', '7KM3QX9TRA', 'ᱚ (U+1C5A), 鬼 (U+9B3C)'],
        ['BS/26-27/000003', '7KM3QX9TRA', 'ᱚ (U+1C5A), 鬼 (U+9B3C)'],
      ],
    });
    expect(await resolve('2026-11-27T00:00:00.000Z')).toBeNull();
  });
});
