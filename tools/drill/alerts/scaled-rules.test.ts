import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inRoot } from '@vidhi/local/paths.mjs';
import { millisecondsOf, readRules, shorten, shortenRanges, shortenRules } from './scaled-rules.ts';

const TEXT = readFileSync(inRoot('infra/prometheus/rules.yaml'), 'utf8');

describe('shorter rules', () => {
  it.each([
    ['0m', 60, '0s'],
    ['2h', 60, '120000ms'],
    ['1m', 60, '1000ms'],
    ['1h30m', 60, '90000ms'],
    ['1ms', 60, '1ms'],
  ])('make %s by %i %s', (duration, factor, expected) => {
    expect(shorten(duration, factor)).toBe(expected);
  });

  it.each(['soon', '5', '5q', '', '-5m', '1.5h'])('reject %j, which is no duration', (duration) => {
    expect(() => millisecondsOf(duration)).toThrow('no duration');
  });

  it('shorten every range of an expression', () => {
    expect(shortenRanges('sum(rate(a{b="c"}[5m])) / increase(d[1h]) + max_over_time(e[1h:5m])', 60)).toBe(
      'sum(rate(a{b="c"}[5000ms])) / increase(d[60000ms]) + max_over_time(e[60000ms:5000ms])',
    );
  });

  it('reject an expression with an offset', () => {
    expect(() => shortenRanges('rate(a[5m] offset 1h)', 60)).toThrow('offset');
  });

  it('leave no time of the rules as it was, and keep everything else', () => {
    const [before, after] = [readRules(TEXT), readRules(shortenRules(TEXT, 60))];
    expect(after.map(({ alert }) => alert)).toEqual(before.map(({ alert }) => alert));
    expect(after.map(({ annotations }) => annotations)).toEqual(before.map(({ annotations }) => annotations));
    const ranges = (rules: typeof before): string[] =>
      rules.flatMap(({ expr }) => expr.match(/\[[^\]]+\]/g) ?? []);
    expect(ranges(before).length).toBeGreaterThan(3);
    expect(ranges(after).filter((range) => !/^\[\d+ms\]$/.test(range))).toEqual([]);
    for (const [index, rule] of before.entries())
      expect(millisecondsOf(after[index]?.for ?? '') * 60).toBe(millisecondsOf(rule.for ?? ''));
  });
});
