import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runbookProblem } from './runbooks.ts';

const root = mkdtempSync(join(tmpdir(), 'vidhi-runbooks-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
writeFileSync(join(root, 'outbox.md'), '# OutboxIsPoisoned\n\nText.\n');

const problemOf = (alert: string, runbook: string): string | null =>
  runbookProblem(root, { alert, annotations: { summary: '', runbook } });

describe('the page of an alert', () => {
  it('is found by its heading', () => {
    expect(problemOf('OutboxIsPoisoned', 'outbox.md')).toBeNull();
  });

  it('is missing, or is that of another alert', () => {
    expect(problemOf('OutboxIsPoisoned', 'queue.md')).toBe('the page is missing');
    expect(problemOf('Outbox', 'outbox.md')).toBe('the page has not the heading of the alert');
  });
});
