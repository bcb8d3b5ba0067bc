import { ENGINES } from '@vidhi/harness/engines.ts';
import { READS, type Kind } from './outcomes.ts';
import { sumOf, type TrialResult } from './trial-result.ts';

/** Maximum time for which reads may fail after their only process was killed. */
const MAX_OUTAGE_SECONDS = 2;

const SERVED_BY_WEB: ReadonlySet<Kind> = new Set([
  'article page',
  'home page',
  'category page',
  'search page',
  'catalogue page',
]);
const SERVED_BY_CATALOG: ReadonlySet<Kind> = new Set(['catalogue page', 'catalogue']);

/** Kinds of requests that depend on a process without a second instance. */
const SERVED_ONLY_BY: Record<string, ReadonlySet<Kind>> = { web: SERVED_BY_WEB, catalog: SERVED_BY_CATALOG };

/**
 * Returns whether all reads depend on the target: on the gateway, in the default configuration also on the news process.
 */
const isSinglePointOfFailure = ({ config, target }: TrialResult): boolean =>
  target === 'gateway' || (config === 'default' && target === 'news');

function missedByReads(result: TrialResult): string[] {
  const { fault, target, config, outageSeconds } = result;
  const isRead = (kind: Kind): boolean => READS.has(kind);
  const failed = sumOf(result, 'failed', isRead);
  const served = SERVED_ONLY_BY[target];
  const missed: string[] = [];
  if (failed === 0 || fault === 'restart') return missed;
  if (served !== undefined && fault !== 'full-disk') {
    const others = sumOf(result, 'failed', (kind) => isRead(kind) && !served.has(kind));
    if (others > 0) missed.push(`${others} failed reads that ${target} does not serve`);
    const cached = sumOf(result, 'failedCached', isRead);
    if (fault === 'kill' && cached > 0) missed.push(`${cached} failed reads that were cached`);
  } else if (!isSinglePointOfFailure(result) && (config === 'two-readers' || fault !== 'kill')) {
    missed.push(`${failed} failed reads`);
  }
  if (fault === 'kill' && outageSeconds > MAX_OUTAGE_SECONDS)
    missed.push(`reads failed for ${outageSeconds.toFixed(1)} s`);
  return missed;
}

/** Maximum time of recovery after the end of a fault. */
const MAX_RECOVERY_SECONDS = 30;

/**
 * Lists the missed goals of an unavailable engine: requests that need it are rejected early, and succeed again soon
 * after.
 */
function missedWithoutEngine(result: TrialResult): string[] {
  const { fault, target, healthySeconds, heldSeconds } = result;
  const isEngine = ENGINES.some((engine) => engine === target);
  if (!isEngine || !(fault === 'hang' || fault === 'cut' || fault === 'blackhole')) return [];
  const late = sumOf(result, 'late');
  const recoverySeconds = (healthySeconds ?? 0) - heldSeconds;
  return [
    ...(late > 0 ? [`${late} rejected after more than 3.5 s`] : []),
    ...(recoverySeconds > MAX_RECOVERY_SECONDS ? [`recovered after ${recoverySeconds.toFixed(1)} s`] : []),
  ];
}

/** Lists the missed goals of a rolling restart, during which no request fails. */
const missedByRolling = (result: TrialResult): string[] => {
  const failed = sumOf(result, 'failed');
  return result.fault === 'roll' && failed > 0 ? [`${failed} failed requests`] : [];
};

/** Describes the goals that a result misses; empty when all are met or the fault could not be injected. */
export function missedGoals(result: TrialResult): string[] {
  if (result.notRun !== null) return [];
  const wrong = sumOf(result, 'wrong');
  return [
    ...(result.healthySeconds === null ? ['not healthy again'] : []),
    ...(wrong > 0 ? [`${wrong} wrong`] : []),
    ...(result.fault === 'roll' ? missedByRolling(result) : missedByReads(result)),
    ...missedWithoutEngine(result),
    ...(result.exited.length > 0 ? [`exited: ${result.exited.join(', ')}`] : []),
    ...(result.lostWrites.length > 0 ? [`${result.lostWrites.length} acknowledged writes lost`] : []),
    ...(result.missingViews > 0 ? [`${result.missingViews} views missing`] : []),
    ...(result.extraViews > 0 ? [`${result.extraViews} views too many`] : []),
    ...(result.unread > 0 ? [`${result.unread} posts unread`] : []),
  ];
}
