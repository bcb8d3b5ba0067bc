import { describe, expect, it } from 'vitest';
import { inThreadTime, type TraceEvent } from './thread-time.ts';

const main = { pid: 1, tid: 1 };

describe('a trace in processor time', () => {
  it('shortens tasks to their processor time, and moves what happens in them', () => {
    const events: (TraceEvent & { name: string })[] = [
      { ...main, ph: 'X', name: 'layout', ts: 1_500, dur: 400, tdur: 200 },
      { ...main, ph: 'X', name: 'task', ts: 1_000, dur: 1_000, tdur: 250 },
      { ...main, ph: 'I', name: 'paint', ts: 1_900 },
      { ...main, ph: 'X', name: 'next task', ts: 2_000, dur: 100, tdur: 100 },
    ];
    expect(inThreadTime(events).map(({ name, ts, dur }) => [name, ts, dur])).toEqual([
      ['task', 1_000, 250],
      ['layout', 1_125, 100],
      ['paint', 1_225, undefined],
      ['next task', 2_000, 100],
    ]);
  });

  it('tells threads apart, and leaves events without processor time as they are', () => {
    const events = [
      { ...main, ph: 'X', ts: 0, dur: 100, tdur: 50 },
      { pid: 1, tid: 2, ph: 'X', ts: 10, dur: 80, tdur: 80 },
      { pid: 2, tid: 1, ph: 'X', ts: 20, dur: 60 },
    ];
    expect(inThreadTime(events).map(({ ts, dur }) => [ts, dur])).toEqual([
      [0, 50],
      [10, 80],
      [20, 60],
    ]);
  });

  it('never lengthens a task', () => {
    const events = [{ ...main, ph: 'X', ts: 0, dur: 100, tdur: 101 }];
    expect(inThreadTime(events)[0]?.dur).toBe(100);
  });
});
