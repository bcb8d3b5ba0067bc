import { describe, expect, it } from 'vitest';
import { createVariantOrder, uploaderOf, type QueuedStep, type UploaderClass } from './variant-order.ts';

const SECONDS_EACH = 3;

let lastId = 0;
const aStep = (uploaderClass: UploaderClass, account: number, step: 'common' | 'avif' = 'common') =>
  ({ id: (lastId += 1), content: 'c', step, uploaderClass, account }) satisfies QueuedStep;
const many = (count: number, make: () => QueuedStep) => Array.from({ length: count }, make);

/** Runs one step after the other, of the lowest priority first and then in order of arrival, as BullMQ does. */
function simulate(arrivals: readonly { at: number; steps: readonly QueuedStep[] }[]) {
  const order = createVariantOrder();
  const coming = [...arrivals];
  const queue: { step: QueuedStep; priority: number }[] = [];
  const finished = new Map<QueuedStep, number>();
  let clock = 0;
  while (coming.length > 0 || queue.length > 0) {
    if (queue.length === 0) clock = Math.max(clock, coming[0]?.at ?? clock);
    while ((coming[0]?.at ?? Infinity) <= clock)
      for (const step of coming.shift()?.steps ?? []) queue.push({ step, priority: order.enter(step) });
    queue.sort((a, b) => a.priority - b.priority);
    const next = queue.shift();
    if (next === undefined) continue;
    order.leave(next.step);
    clock += SECONDS_EACH;
    finished.set(next.step, clock);
  }
  return (step: QueuedStep, since: number) => (finished.get(step) ?? Infinity) - since;
}

describe('order of the variant queue', () => {
  it('renders the picture of an editor next, whatever registrants have queued', () => {
    const flood = many(60, () => aStep('registrants', 1));
    const editors = aStep('staff', 2);
    const waited = simulate([
      { at: 0, steps: flood },
      { at: 10, steps: [editors] },
    ]);
    expect(waited(editors, 10)).toBeLessThanOrEqual(2 * SECONDS_EACH);
  });

  it('renders pictures of accounts before those of registrants', () => {
    const flood = many(60, () => aStep('registrants', 1));
    const members = aStep('members', 2);
    const waited = simulate([
      { at: 0, steps: flood },
      { at: 10, steps: [members] },
    ]);
    expect(waited(members, 10)).toBeLessThanOrEqual(2 * SECONDS_EACH);
  });

  it.each(['staff', 'members', 'registrants'] as const)('lets accounts take turns among %s', (kind) => {
    const flood = many(60, () => aStep(kind, 1));
    const other = many(3, () => aStep(kind, 2));
    const waited = simulate([
      { at: 0, steps: flood },
      { at: 10, steps: other },
    ]);
    for (const [index, step] of other.entries())
      expect(waited(step, 10)).toBeLessThanOrEqual((2 * index + 3) * SECONDS_EACH);
  });

  it('does not let an account jump the line by uploading one picture at a time', () => {
    const other = many(5, () => aStep('members', 2));
    const single = Array.from({ length: 60 }, () => ({ at: 0, steps: [aStep('members', 1)] }));
    const waited = simulate([...single, { at: 0, steps: other }]);
    for (const step of other) expect(waited(step, 0)).toBeLessThanOrEqual(10 * SECONDS_EACH);
  });

  it('renders the common formats of everybody before the first AVIF', () => {
    const avif = many(20, () => aStep('staff', 1, 'avif'));
    const common = aStep('registrants', 2);
    const waited = simulate([
      { at: 0, steps: avif },
      { at: 1, steps: [common] },
    ]);
    expect(waited(common, 1)).toBeLessThanOrEqual(2 * SECONDS_EACH);
  });

  it('does not change the priority of a step that is reported twice, and stays below the highest of BullMQ', () => {
    const order = createVariantOrder();
    const step = aStep('registrants', 1, 'avif');
    expect(order.enter(step)).toBe(order.enter(step));
    for (let count = 0; count < 120_000; count += 1) order.enter(aStep('registrants', 1, 'avif'));
    expect(order.enter(aStep('registrants', 1, 'avif'))).toBeLessThan(2 ** 21);
    order.clear();
    expect(order.enter(step)).toBe(order.enter(step));
  });

  it('reads the uploader of a picture; an imported one counts as of staff', () => {
    expect(uploaderOf({ uploadedBy: 3, isMembers: true, isRegistrants: true })).toEqual({
      uploaderClass: 'registrants',
      account: 3,
    });
    expect(uploaderOf({ uploadedBy: 3, isMembers: true })).toEqual({ uploaderClass: 'members', account: 3 });
    expect(uploaderOf({ uploadedBy: 3, isMembers: false })).toEqual({ uploaderClass: 'staff', account: 3 });
    expect(uploaderOf({})).toEqual({ uploaderClass: 'staff' });
  });
});
