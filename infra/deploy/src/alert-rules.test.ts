import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readAlerts } from './series.ts';

const folder = join(import.meta.dirname, '../../prometheus');
const promtool = (...args: string[]) => spawnSync('promtool', args, { cwd: folder, encoding: 'utf8' });
const hasPromtool = promtool('--version').status === 0;
if (!hasPromtool)
  console.log(
    'The alerts are not evaluated: promtool is not on PATH (Debian has it in the package prometheus).',
  );

interface RuleTests {
  tests: { name: string; alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[];
}
const { tests } = parse(readFileSync(join(folder, 'rules.test.yaml'), 'utf8')) as RuleTests;

describe('the tests of the alerts', () => {
  it('are there for each alert, which does not fire and then fires', () => {
    const names = (list: readonly { name: string }[]): string[] => list.map(({ name }) => name).toSorted();
    expect([...new Set(names(tests))]).toEqual(names(readAlerts()));
    for (const { name, alert_rule_test: steps } of tests) {
      expect(steps.filter(({ alertname }) => alertname !== name)).toEqual([]);
      expect(steps.some(({ exp_alerts: fired }) => fired.length > 0)).toBe(true);
      expect(steps.some(({ exp_alerts: fired }) => fired.length === 0)).toBe(true);
    }
  });

  it.skipIf(!hasPromtool)('pass when Prometheus evaluates the rules', () => {
    expect(promtool('test', 'rules', 'rules.test.yaml')).toMatchObject({ status: 0 });
  });
});

describe('the files of Prometheus', () => {
  it.skipIf(!hasPromtool)('are valid', () => {
    expect(promtool('check', 'rules', 'rules.yaml')).toMatchObject({ status: 0 });
    expect(promtool('check', 'config', '--syntax-only', 'prometheus.yaml')).toMatchObject({ status: 0 });
  });
});
