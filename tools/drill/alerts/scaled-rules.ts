import { parse } from 'yaml';

/** An alert of infra/prometheus/rules.yaml. */
export interface AlertRule {
  alert: string;
  expr: string;
  /** Time for which the expression must be true. */
  for?: string;
  labels?: Record<string, string>;
  annotations: { summary: string; runbook: string };
}

interface RuleFile {
  groups: { name: string; rules: AlertRule[] }[];
}

const UNIT_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
  y: 31_536_000_000,
};
const PARTS = /^(?:\d+(?:ms|[smhdwy]))+$/;
const PART = /(\d+)(ms|[smhdwy])/g;
/** Ranges `[5m]`, ranges and steps of subqueries `[1h:5m]`. */
const RANGE = /\[([^\]:]+)(?::([^\]]*))?\]/g;

/** Returns the milliseconds of a duration of Prometheus, such as `1h30m`. Throws for anything else. */
export function millisecondsOf(duration: string): number {
  if (!PARTS.test(duration)) throw new Error(`${duration} is no duration of Prometheus`);
  return [...duration.matchAll(PART)].reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * (UNIT_MS[unit] ?? 0),
    0,
  );
}

/** Returns a shorter duration; zero stays zero, and nothing else becomes zero. */
export function shorten(duration: string, factor: number): string {
  const ms = millisecondsOf(duration);
  return ms === 0 ? '0s' : `${Math.max(1, Math.round(ms / factor))}ms`;
}

/** Returns the expression with shorter ranges. Throws for an offset, which the drill cannot shorten. */
export function shortenRanges(expr: string, factor: number): string {
  if (/\boffset\b/.test(expr)) throw new Error(`the offset in ${expr} is not shortened`);
  return expr.replaceAll(RANGE, (_range, range: string, step: string | undefined) => {
    const steps = step === undefined ? '' : `:${step === '' ? '' : shorten(step, factor)}`;
    return `[${shorten(range, factor)}${steps}]`;
  });
}

export const readRules = (text: string): AlertRule[] =>
  (parse(text) as RuleFile).groups.flatMap(({ rules }) => rules);

/**
 * Returns a rule file for Prometheus, as JSON, whose waiting times and ranges are shorter by a factor. Thresholds stay:
 * an age of 60 s is still 60 s.
 */
export function shortenRules(text: string, factor: number): string {
  const { groups } = parse(text) as RuleFile;
  const shortened = groups.map(({ name, rules }) => ({
    name,
    rules: rules.map((rule) => ({
      ...rule,
      expr: shortenRanges(rule.expr, factor),
      ...(rule.for === undefined ? {} : { for: shorten(rule.for, factor) }),
    })),
  }));
  return `${JSON.stringify({ groups: shortened }, undefined, 2)}\n`;
}
