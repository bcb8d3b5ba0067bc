import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ALERT_RULES, isOn, toPromql, type Samples } from './alert-rules.ts';
import { parseMetrics } from './metrics-text.ts';

const FILE = new URL('../../../../infra/prometheus/rules.yaml', import.meta.url);
/** The alerts of the file, by the few lines that each of them has. */
const WRITTEN = [
  ...readFileSync(FILE, 'utf8').matchAll(
    /- alert: (\w+)\n\s+expr: >-\n\s+(.+)\n\s+for: (\S+)\n\s+labels: \{ severity: (\w+) \}[^]*?runbook: (\S+)/g,
  ),
].map(([, name, expr, time, severity, runbook]) => ({ name, expr, time, severity, runbook }));

const UNITS: Readonly<Record<string, number>> = { m: 60, h: 3_600 };
const seconds = (time = ''): number => Number(time.slice(0, -1)) * (UNITS[time.slice(-1)] ?? NaN);

const ruleOf = (name: string) => {
  const rule = ALERT_RULES.find((one) => one.name === name);
  if (rule === undefined) throw new Error(`no rule ${name}`);
  return rule;
};

/** Samples of one gateway or service, a minute apart. */
const samplesOf = (...texts: string[]): Samples =>
  texts.map((text, index) => ({
    at: index * 60_000,
    processes: [{ key: 'one', values: parseMetrics(text) }],
  }));

describe('the rules of the system page', () => {
  it('are those of Prometheus, but that of processes', () => {
    expect(ALERT_RULES.map(({ name }) => name)).toEqual(
      WRITTEN.map(({ name }) => name).filter((name) => name !== 'ServiceIsDown'),
    );
  });

  it.each(ALERT_RULES)('say the same as Prometheus: $name', (rule) => {
    const written = WRITTEN.find(({ name }) => name === rule.name);
    expect(written).toMatchObject({ severity: rule.severity, runbook: rule.runbook });
    expect(seconds(written?.time)).toBe(rule.forSeconds);
  });

  it.each(ALERT_RULES.filter(({ on }) => typeof on !== 'function'))(
    'have its conditions: $name',
    ({ name, on }) => {
      const conditions = typeof on === 'function' ? [] : on;
      expect(conditions.map(toPromql).join(' or ')).toBe(WRITTEN.find((one) => one.name === name)?.expr);
    },
  );

  it('compare the last sample with a limit', () => {
    const rule = ruleOf('MailsWait');
    const at = (age: number): string => `vidhi_notify_oldest_queued_mail_seconds{service="notify"} ${age}`;
    expect([isOn(rule, samplesOf(at(900))), isOn(rule, samplesOf(at(901)))]).toEqual([false, true]);
    expect([isOn(rule, samplesOf(at(901), at(0))), isOn(rule, samplesOf())]).toEqual([false, false]);
  });

  it('count what grows in an hour, also over a restart', () => {
    const rule = ruleOf('MailsAreDead');
    const at = (dead: number): string =>
      `vidhi_notify_mail_attempts_total{service="notify",result="dead"} ${dead}\n` +
      'vidhi_notify_mail_attempts_total{service="notify",result="sent"} 7';
    expect(isOn(rule, samplesOf(at(3), at(3)))).toBe(false);
    expect(isOn(rule, samplesOf(at(3), at(4)))).toBe(true);
    expect(isOn(rule, samplesOf(at(3), at(0)))).toBe(false);
    expect(isOn(rule, samplesOf(at(3), at(1)))).toBe(true);
    const longAgo = samplesOf(at(3), at(4)).concat({
      at: 3_720_000,
      processes: [{ key: 'one', values: parseMetrics(at(4)) }],
    });
    expect(isOn(rule, longAgo)).toBe(false);
  });

  it('compute the share of failed responses', () => {
    const rule = ruleOf('GatewayResponsesFail');
    const at = (good: number, failed: number): string =>
      `vidhi_http_request_duration_seconds_count{service="gateway",status="2xx"} ${good}\n` +
      `vidhi_http_request_duration_seconds_count{service="gateway",status="5xx"} 0\n` +
      `vidhi_gateway_cache_reads_total{service="gateway",outcome="failed"} ${failed}`;
    expect(isOn(rule, samplesOf(at(0, 0), at(99, 1)))).toBe(false);
    expect(isOn(rule, samplesOf(at(0, 0), at(98, 2)))).toBe(true);
  });

  it('compute the ninety-fifth of a hundred reads', () => {
    const rule = ruleOf('GatewayIsSlow');
    const at = (quick: number, all: number): string =>
      `vidhi_gateway_upstream_seconds_bucket{le="0.25"} ${quick}\n` +
      `vidhi_gateway_upstream_seconds_bucket{le="1"} ${all}\n` +
      `vidhi_gateway_upstream_seconds_bucket{le="+Inf"} ${all}`;
    expect(isOn(rule, samplesOf(at(0, 0), at(95, 100)))).toBe(false);
    expect(isOn(rule, samplesOf(at(0, 0), at(94, 100)))).toBe(true);
  });
});
