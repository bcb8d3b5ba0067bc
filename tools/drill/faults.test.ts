import { expect, it } from 'vitest';
import { trialsOf } from './faults.ts';

const namesOf = (fault: string): string[] =>
  trialsOf('two-readers').flatMap((trial) => (trial.fault === fault ? [trial.target.name] : []));

it('cuts the network of every engine, and between every service and those who call it', () => {
  const names = ['news-reader-1', 'news', 'catalog', 'cart-orders', 'payments', 'notify', 'web', 'mongo'];
  expect(namesOf('cut')).toEqual(expect.arrayContaining(names));
  expect(namesOf('blackhole')).toEqual(namesOf('cut'));
  expect(namesOf('cut')).not.toContain('gateway');
});

it('lets each service fail alone', () => {
  expect(namesOf('hang')).toEqual(expect.arrayContaining(['cart-orders', 'payments', 'notify', 'gateway']));
});
