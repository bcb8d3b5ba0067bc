import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inRoot } from '@vidhi/local/paths.mjs';
import { breachTable, EMPTIED, isAccepted, isContained, type BreachRow, type Stolen } from './breach.ts';

const stolen: Stolen[] = [
  { name: 'cookie', use: () => Promise.reject(new Error('not sent')), rejections: [401] },
];
const aRow = (changed: Partial<BreachRow> = {}): BreachRow => ({
  name: 'cookie',
  before: 200,
  seconds: 12.34,
  accepted: 0,
  ...changed,
});

describe('the drill of docs/breach.md', () => {
  it('empties the collections that the page empties, and no other ones', () => {
    const page = readFileSync(inRoot('docs/breach.md'), 'utf8');
    const emptied = [...page.matchAll(/accounts\.(\w+)\.deleteMany\(\{\}\)/g)].map(([, name]) => name);
    expect(emptied).toEqual([...EMPTIED]);
  });

  it.each([
    [200, true],
    [400, true],
    [401, false],
    [429, false],
    [503, false],
    [null, false],
  ])('takes a status of %s for an accepted use: %s', (status, expected) => {
    expect(isAccepted({ status }, [401])).toBe(expected);
  });

  it.each([
    ['was rejected', aRow(), true],
    ['was accepted once', aRow({ accepted: 1 }), false],
    ['was never rejected', aRow({ seconds: null }), false],
    ['was rejected before', aRow({ before: 401 }), false],
  ])('is passed or not by what %s', (_what, row, expected) => {
    expect(isContained([row], stolen)).toBe(expected);
  });

  it('prints a row for each', () => {
    expect(breachTable([aRow(), aRow({ before: null, seconds: null, accepted: 2 })]).split('\n')).toEqual([
      '| Stolen | Status before | Rejected after s | Accepted since the stop |',
      '| --- | --- | --- | --- |',
      '| cookie | 200 | 12.3 | 0 |',
      '| cookie | none | never | 2 |',
    ]);
  });
});
