import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLedger, type Ledger } from './ledger.ts';

let folder: string;
let ledger: Ledger;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vidhi-ledger-'));
  ledger = openLedger(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the ledger of the provider', () => {
  it('lists what matches, newest first, and copies nothing else', () => {
    for (const id of ['a', 'b', 'c', 'd']) ledger.put('refundFailures', { id, left: id < 'c' ? 1 : 2 });
    const seen: object[] = [];
    const found = ledger.list('refundFailures', (entity) => {
      seen.push(entity);
      return entity.left === 1;
    });
    expect(found).toEqual([
      { id: 'b', left: 1 },
      { id: 'a', left: 1 },
    ]);
    const again: object[] = [];
    ledger.list('refundFailures', (entity) => again.push(entity) > 0);
    expect(again.every((entity, at) => entity === seen[at])).toBe(true);
    expect(found.some((entity) => seen.includes(entity))).toBe(false);
  });

  it('lists everything without a condition, also after a restart', () => {
    for (const id of ['a', 'b']) ledger.put('manualOrders', { id });
    expect(openLedger(folder).list('manualOrders')).toEqual([{ id: 'b' }, { id: 'a' }]);
  });
});
