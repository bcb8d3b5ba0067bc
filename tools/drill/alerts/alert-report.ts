/** Result for one alert. */
export interface AlertResult {
  alert: string;
  /** Cause that was applied to the site; null when the drill has none for the alert. */
  cause: string | null;
  /** Time from the cause until Prometheus reported the alert as firing; null: not in time. */
  seconds: number | null;
  /** Whether the alert fired before its cause, so that nothing was shown. */
  wasFiring: boolean;
  runbook: string;
  runbookProblem: string | null;
}

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

export const isShown = ({ cause, seconds, wasFiring, runbookProblem }: AlertResult): boolean =>
  cause !== null && seconds !== null && !wasFiring && runbookProblem === null;

function timeOf({ cause, seconds, wasFiring }: AlertResult): string {
  if (cause === null) return 'not tried';
  if (wasFiring) return 'before its cause';
  return seconds === null ? 'never' : seconds.toFixed(0);
}

export function alertTable(results: readonly AlertResult[]): string {
  const HEAD = ['Alert', 'Cause', 'Fired after s', 'Runbook'];
  return [
    line(HEAD),
    line(HEAD.map(() => '---')),
    ...results.map((result) =>
      line([
        result.alert,
        result.cause ?? 'none',
        timeOf(result),
        result.runbookProblem === null ? result.runbook : `${result.runbook}: ${result.runbookProblem}`,
      ]),
    ),
  ].join('\n');
}
