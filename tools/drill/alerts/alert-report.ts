/** What became of one alert. */
export interface AlertResult {
  alert: string;
  /** What was done to the site; null when the drill has no cause for it. */
  cause: string | null;
  /** From the cause until Prometheus reported it firing; null: not in time. */
  seconds: number | null;
  /** It fired before its cause, so that nothing was shown. */
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
