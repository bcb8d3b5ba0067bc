// A process of the tests of fail points: passes one ten times and counts the passages on its output.
import { writeSync } from 'node:fs';
import { armFailPoints, failPoint } from './fail-point.ts';

armFailPoints(process.env);
for (let passage = 1; passage <= 10; passage += 1) {
  failPoint('test.passed');
  writeSync(1, '.');
}
