import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AlertRule } from './scaled-rules.ts';

/** Returns the problem of the runbook that an alert links to; null when it has the heading of the alert. */
export function runbookProblem(
  root: string,
  { alert, annotations }: Pick<AlertRule, 'alert' | 'annotations'>,
): string | null {
  const file = join(root, annotations.runbook);
  if (!existsSync(file)) return 'the page is missing';
  const headings = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('# '));
  return headings.includes(`# ${alert}`) ? null : 'the page has not the heading of the alert';
}
