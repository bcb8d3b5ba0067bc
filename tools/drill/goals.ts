import { ENGINES } from '@vidhi/harness/engines.ts';
import { READS, type Kind } from './outcomes.ts';
import { sumOf, type TrialResult } from './trial-result.ts';

/** How long reads may fail after their only process was killed. */
const MAX_OUTAGE_SECONDS = 2;

const BY_WEB: ReadonlySet<Kind> = new Set([
  'article page',
  'home page',
  'category page',
  'search page',
  'catalogue page',
]);
const BY_CATALOG: ReadonlySet<Kind> = new Set(['catalogue page', 'catalogue']);

/** Kinds of requests that only this process serves, without a second instance. */
const ALONE: Record<string, ReadonlySet<Kind>> = { web: BY_WEB, catalog: BY_CATALOG };

/** The gateway; in the default configuration, also the only news process. */
const isOnlyWay = ({ config, target }: TrialResult): boolean =>
  target === 'gateway' || (config === 'default' && target === 'news');

function missedByReads(result: TrialResult): string[] {
  const { fault, target, config, outageSeconds } = result;
  const isRead = (kind: Kind): boolean => READS.has(kind);
  const failed = sumOf(result, 'failed', isRead);
  const alone = ALONE[target];
  const missed: string[] = [];
  if (failed === 0 || fault === 'restart') return missed;
  if (alone !== undefined && fault !== 'full-disk') {
    const others = sumOf(result, 'failed', (kind) => isRead(kind) && !alone.has(kind));
    if (others > 0) missed.push(`${others} failed reads that ${target} does not serve`);
    const cached = sumOf(result, 'failedCached', isRead);
    if (fault === 'kill' && cached > 0) missed.push(`${cached} failed reads that were cached`);
  } else if (!isOnlyWay(result) && (config === 'two-readers' || fault !== 'kill')) {
    missed.push(`${failed} failed reads`);
  }
  if (fault === 'kill' && outageSeconds > MAX_OUTAGE_SECONDS)
    missed.push(`reads failed for ${outageSeconds.toFixed(1)} s`);
  return missed;
}

/** From the end of a fault. */
const MAX_RECOVERY_SECONDS = 30;

/** While an engine is unavailable, what needs it is rejected early, and works again soon after. */
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

/** A rolling restart fails nothing. */
const missedByRolling = (result: TrialResult): string[] => {
  const failed = sumOf(result, 'failed');
  return result.fault === 'roll' && failed > 0 ? [`${failed} failed requests`] : [];
};

/**
 * Descriptions of the goals that a result misses; empty when all are met or the fault could not be injected.
 */
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
