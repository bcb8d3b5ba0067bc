import type { PresentState } from '@vidhi/contracts/presence.ts';
import { formatMoment } from '#shared/text/dates.ts';
import { serverNow, type StaffResponse } from '../session/staff-request.ts';
import { isNotFound, type ArticleClient } from './article-client.ts';
import { stateOfArticle } from './article-state.ts';
import type { StoredArticle } from './article-values.ts';
import { messageOf, type WorkState } from './work-state.ts';

/** The parts of the work on an article that follow what others do with it. */
interface FollowSteps {
  client: ArticleClient;
  state: () => WorkState;
  set: (next: Partial<WorkState>) => void;
  /** Notes the number of the newest working copy on the server. */
  noteNumber: (seq: number | undefined) => void;
  saveCopy: () => Promise<void>;
}

type Moved = Pick<StoredArticle, 'publishedAt' | 'stage' | 'archivedAt'> & { isWithheld: boolean };

const movedOf = ({ publishedAt, stage, archivedAt, takedown }: StoredArticle): Moved => ({
  publishedAt,
  stage,
  archivedAt,
  isWithheld: takedown !== null,
});

/** Imported times may be written in another way than responses have them. */
const isSameTime = (one: string | null, other: string | null): boolean =>
  one === other || Date.parse(one ?? '') === Date.parse(other ?? '');

const isSame = (one: Moved, other: Moved): boolean =>
  isSameTime(one.publishedAt, other.publishedAt) &&
  one.stage === other.stage &&
  isSameTime(one.archivedAt, other.archivedAt) &&
  one.isWithheld === other.isWithheld;

/**
 * Says in plain words what others have done with the state of an article since it was read here; null where it is the same.
 * @param by name of the person; empty where nobody knows it
 */
export function movedByOthers(before: StoredArticle | null, after: StoredArticle, by = ''): string | null {
  if (before === null) return null;
  const [former, present] = [movedOf(before), movedOf(after)];
  if (isSame(former, present)) return null;
  const who = by === '' ? '' : ` by ${by}`;
  if (present.isWithheld && !former.isWithheld)
    return `This article was taken down by the order of a court${who}: readers do not see it any more.`;
  if (former.isWithheld && !present.isWithheld)
    return `The order of the court was lifted${who}. This article is in the archive.`;
  const state = stateOfArticle(after, serverNow());
  const wasLive = stateOfArticle(before, serverNow()) === 'published';
  switch (state) {
    case 'published':
      return `This article was published${who}. Readers do not see your changes until you publish them.`;
    case 'scheduled':
      return `This article was scheduled${who}: it goes live on ${formatMoment(after.publishedAt ?? '')} India time.`;
    case 'archived':
      return `This article was moved to the archive${who}${wasLive ? ': readers do not see it any more' : ''}.`;
    case 'draft':
      return wasLive
        ? `This article was unpublished${who}: readers do not see it any more.`
        : `This article was made a draft again${who}.`;
    case 'in_review':
      return `This article was submitted for review${who}.`;
    case 'changes_requested':
      return `This article was sent back${who}: changes are requested.`;
    case 'approved':
      return `This article was approved${who}.`;
  }
}

/** Returns an article with the state that the server has now, and with the text that was read here. */
export const withPresentState = (stored: StoredArticle, present: StoredArticle): StoredArticle => {
  const { publishedAt, stage, archivedAt, reviewer, takedown, corrections } = present;
  return { ...stored, publishedAt, stage, archivedAt, reviewer, takedown, corrections };
};

/** Shows what the server says of the state of the article, or that it is deleted. What was typed stays as it is. */
export async function noteServer(
  { client, state, set }: FollowSteps,
  said: PresentState | 'gone',
): Promise<void> {
  const { stored, isGone } = state();
  if (stored === null || isGone) return;
  if (
    said !== 'gone' &&
    isSame(movedOf(stored), {
      publishedAt: said.publishedAt,
      stage: said.stage,
      archivedAt: said.archived_at,
      isWithheld: said.is_withheld,
    })
  )
    return;
  const { value, failure } = await client.load(stored.id);
  if (failure !== undefined) {
    if (said === 'gone' && isNotFound(failure))
      set({ isGone: true, save: 'local', problem: null, writer: null, moved: null });
    return;
  }
  const moved = movedByOthers(stored, value, said === 'gone' ? '' : said.moved_by);
  if (moved !== null) set({ stored: withPresentState(stored, value), moved });
}

const FORBIDDEN = 403;

function restoreProblem(response: StaffResponse): string {
  if (isNotFound(response)) return 'It is not in the trash any more. Save your text as a new article.';
  if (response.status === FORBIDDEN)
    return 'Somebody who publishes can restore it from the trash. You can save your text as a new article.';
  return messageOf(response);
}

/** Restores an article that somebody has deleted, and stores what was typed. Resolves with why it failed; null when it is there. */
export async function restoreDeleted(steps: FollowSteps): Promise<string | null> {
  const { client, state, set } = steps;
  const { stored } = state();
  if (stored === null) return null;
  const response = await client.restoreDeleted(stored.id);
  if (!response.isOk) return restoreProblem(response);
  const [loaded, copy] = await Promise.all([client.load(stored.id), client.loadCopy(stored.id)]);
  steps.noteNumber(copy?.seq);
  set({
    isGone: false,
    moved: null,
    stored: loaded.value === undefined ? stored : withPresentState(stored, loaded.value),
  });
  await steps.saveCopy();
  return null;
}
