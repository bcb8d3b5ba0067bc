import { describe, expect, it, vi } from 'vitest';
import type { CopyMove, Purchase } from '../purchases/purchase.ts';
import { createPurchaseDocuments } from './purchase-documents.ts';

const NOW = new Date('2026-11-24T10:00:00.000Z');
const A_MINUTE_LATER = new Date('2026-11-24T10:01:00.000Z');

/** Confirmed purchases with these ids, whose documents are due; the refused ones get no number. */
function documentsOf(ids: readonly string[], refused: readonly string[], isMoveNoted = true) {
  const done: string[] = [];
  const postponed: [id: string, what: string, until: Date][] = [];
  const due = ids.map(
    (_id) =>
      ({
        _id,
        checkoutId: `co_${_id}`,
        lines: [],
        status: 'CONFIRMED',
        documentsDue: true,
        createdAt: NOW,
      }) as unknown as Purchase,
  );
  const documents = createPurchaseDocuments({
    purchases: {
      async find(id) {
        done.push(`read ${id}`);
        const found = due.find(({ _id }) => _id === id);
        return found === undefined ? null : { ...found };
      },
      findWithDocumentsDue: async () => due,
      async documentsMade(id) {
        done.push(`made ${id}`);
        return due.find(({ _id }) => _id === id) ?? null;
      },
      postpone: async (id, what, until) => void postponed.push([id, what, until]),
      async noteMoved(id, moves) {
        if (!isMoveNoted) throw new Error('the process ends');
        done.push(`noted ${id} ${moves.join()}`);
      },
    },
    series: {
      async issue(kind, id) {
        if (refused.includes(id)) throw new Error('no number');
        done.push(`${kind} ${id}`);
      },
      finishClaims: async () => done.push('claims finished'),
    },
    refund: async ({ _id }) => void done.push(`refund ${_id}`),
    stock: {
      sell: async (checkoutId) => void done.push(`sold ${checkoutId}`),
      release: async (checkoutId) => void done.push(`released ${checkoutId}`),
      take: async (checkoutId) => void done.push(`taken ${checkoutId}`),
    },
    move: async (bookId, { id, copies, kind }) => done.push(`moved ${bookId} ${id} ${copies} ${kind}`) > 0,
    render: async () => Buffer.from('%PDF'),
    onFailure: (_error, id) => void done.push(`failed ${id}`),
  });
  return { documents, done, postponed };
}

describe('the sweep of documents', () => {
  it('finishes claimed numbers, and postpones a purchase that fails by a minute, without holding the others', async () => {
    vi.setSystemTime(NOW);
    const { documents, done, postponed } = documentsOf(['pu_1', 'pu_2'], ['pu_1']);
    await documents.sweep();
    vi.useRealTimers();
    expect(done).toEqual([
      'claims finished',
      'sold co_pu_1',
      'failed pu_1',
      'sold co_pu_2',
      'BS pu_2',
      'read pu_2',
      'made pu_2',
    ]);
    expect(postponed).toEqual([['pu_1', 'documentsRetryAt', A_MINUTE_LATER]]);
  });

  it('postpones none of those that it completes', async () => {
    const { documents, done, postponed } = documentsOf(['pu_1', 'pu_2'], []);
    await documents.sweep();
    expect(done).toEqual([
      'claims finished',
      'sold co_pu_1',
      'BS pu_1',
      'read pu_1',
      'made pu_1',
      'sold co_pu_2',
      'BS pu_2',
      'read pu_2',
      'made pu_2',
    ]);
    expect(postponed).toEqual([]);
  });
});

/** A confirmed order by hand whose documents are due. */
const handOrder = (bill?: object): Purchase =>
  ({
    _id: 'pu_1',
    checkoutId: 'co_pu_1',
    lines: [],
    status: 'CONFIRMED',
    documentsDue: true,
    createdAt: NOW,
    hand: {},
    bill,
  }) as unknown as Purchase;

it.each([
  ['before it has a bill', undefined, ['taken co_pu_1']],
  ['and not again for a later credit note, when the sale may be a number', { number: 'BS/26-27/000001' }, []],
])('takes the copies of an order by hand %s', async (_, bill, taken) => {
  const { documents, done } = documentsOf(['pu_1'], []);
  await documents.makeDocuments('pu_1', handOrder(bill));
  expect(done.filter((one) => one.startsWith('taken'))).toEqual(taken);
});

it('counts the copies of an order by hand before a mail that is faster than the sweep gets its bill', async () => {
  const { documents, done } = documentsOf(['pu_1'], []);
  await documents.bill.render(handOrder());
  expect(done).toEqual(['taken co_pu_1', 'sold co_pu_1', 'BS pu_1', 'read pu_1']);
});

describe('copies that come back with a cancellation', () => {
  const move = (values: Partial<CopyMove> = {}): CopyMove => ({
    id: 'cancel:pu_1:7',
    lineId: 7,
    copies: 2,
    reason: 'The order was cancelled',
    at: NOW,
    by: 11,
    ...values,
  });
  const cancelled = (...copyMoves: CopyMove[]): Purchase =>
    ({ ...handOrder({}), status: 'CANCELLED', lines: [{ id: 7, bookId: 3 }], copyMoves }) as Purchase;

  it('are counted back under one id before the money goes, and noted', async () => {
    const { documents, done } = documentsOf(['pu_1'], []);
    await documents.makeDocuments('pu_1', cancelled(move()));
    expect(done).toEqual([
      'sold co_pu_1',
      'moved 3 cancel:pu_1:7 2 returned',
      'noted pu_1 cancel:pu_1:7',
      'refund pu_1',
      'read pu_1',
      'made pu_1',
    ]);
  });

  it('are counted as sold before, where the order had no bill yet: a released copy would come back twice', async () => {
    const { documents, done } = documentsOf(['pu_1'], []);
    await documents.makeDocuments('pu_1', { ...cancelled(move()), bill: undefined } as unknown as Purchase);
    expect(done.slice(0, 3)).toEqual(['taken co_pu_1', 'sold co_pu_1', 'moved 3 cancel:pu_1:7 2 returned']);
    expect(done.join()).not.toContain('released');
  });

  it('are counted back under the same id again where the process has ended before it was noted', async () => {
    const { documents, done } = documentsOf(['pu_1'], [], false);
    for (let attempt = 0; attempt < 2; attempt += 1)
      await expect(documents.makeDocuments('pu_1', cancelled(move()))).rejects.toThrow('the process ends');
    expect(new Set(done)).toEqual(new Set(['sold co_pu_1', 'moved 3 cancel:pu_1:7 2 returned']));
  });

  it('are not counted back again once that is noted', async () => {
    const { documents, done } = documentsOf(['pu_1'], []);
    await documents.makeDocuments('pu_1', cancelled(move({ isDone: true })));
    expect(done).toEqual(['released co_pu_1', 'refund pu_1', 'read pu_1', 'made pu_1']);
  });

  it('are taken again from the stock when they are sent after all', async () => {
    const { documents, done } = documentsOf(['pu_1'], []);
    const copyMoves = [move({ id: 'ship:pu_1:7:1', copies: -1 })];
    await documents.makeDocuments('pu_1', {
      ...handOrder({ number: 'BS/26-27/000001' }),
      lines: [{ id: 7, bookId: 3 }],
      copyMoves,
    } as Purchase);
    expect(done).toContain('moved 3 ship:pu_1:7:1 -1 corrected');
    expect(done).toContain('noted pu_1 ship:pu_1:7:1');
  });
});
