import { postCollection } from '@vidhi/collections/news/post.ts';
import { storedAs, type StoredOf } from '@vidhi/collections/stored.ts';
import { attributeErrors, forbidden, validationError, WireError } from '@vidhi/contracts/errors.ts';
import { hasDesk } from '@vidhi/contracts/desks.ts';
import { stateOf } from '@vidhi/contracts/post-states.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { takedownOf } from '@vidhi/contracts/takedown.ts';
import { timeOf } from '@vidhi/contracts/time-of.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { indianDay } from '../readers/india-days.ts';
import { stillWithheld } from './withheld.ts';
import type { Principal } from '@vidhi/service-kit/token-verifier.ts';

type Values = Readonly<Record<string, unknown>>;
type Post = StoredOf<typeof postCollection>;

export interface StateRules {
  principal: Principal | null;
  /** Whether an article is published only after somebody else than its last editor has approved it. */
  isReviewed: boolean;
  now: Date;
  /** The write is a transition, which sets the stage itself. */
  isTransition: boolean;
}

/** Attributes whose change is no edit of what was approved. */
const APART = new Set(['publishedAt', 'publish_date', 'stage', 'reviewer', 'unpublish_at', 'embargo_until']);

const changesText = (current: Values, values: Values): boolean =>
  Object.entries(values).some(
    ([name, value]) =>
      !APART.has(name) &&
      name !== 'updatedAt' &&
      JSON.stringify(value ?? null) !== JSON.stringify(current[name] ?? null),
  );

function requireEmbargo(current: Post, after: Post, { principal, now }: StateRules): void {
  const [former, present] = [timeOf(current.embargo_until), timeOf(after.embargo_until)];
  const isShortened = former > now.getTime() && !(present >= former);
  if (isShortened && principal?.role !== ROLE.administrator)
    throw forbidden('Only an administrator may end an embargo early');
  const publishedAt = timeOf(after.publishedAt);
  const isNew = publishedAt !== timeOf(current.publishedAt);
  const isAhead = isNew || publishedAt > now.getTime();
  if (isAhead && present > now.getTime() && publishedAt < present)
    throw new WireError(409, 'ConflictError', `Under embargo until ${new Date(present).toISOString()}`, {
      details: { embargo_until: new Date(present).toISOString() },
    });
}

/** A day that was stored before, as an import may bring one, is no obstacle to other changes. */
function requirePastJudgment(current: Post, { judgment_decided_on: day }: Post, { now }: StateRules): void {
  if (typeof day === 'string' && day !== current.judgment_decided_on && day > indianDay(now.getTime()))
    throw attributeErrors([
      { path: ['judgment_decided_on'], message: 'judgment_decided_on must not be in the future' },
    ]);
}

function requireEnd(current: Post, after: Post): void {
  const end = timeOf(after.unpublish_at);
  if (end === timeOf(current.unpublish_at) && after.publishedAt === current.publishedAt) return;
  if (end <= timeOf(after.publishedAt)) throw validationError('unpublish_at must be after publishedAt');
}

/**
 * Returns what else a write of an article sets; throws where the newsroom's rules do not allow it. They hold for every way to
 * write, those of other clients included: an embargo blocks publication, a second person approves where the site asks for it,
 * and an edit of an approved article without the right to publish sends it back into review.
 */
export function stateValues(before: Values, values: Values, rules: StateRules): Values {
  const current = storedAs(postCollection, before);
  const after = storedAs(postCollection, { ...before, ...values });
  const order = takedownOf(after);
  if (order !== null && (typeof after.publishedAt === 'string' || typeof after.archived_at !== 'string'))
    throw stillWithheld(order);
  requireEmbargo(current, after, rules);
  requireEnd(current, after);
  requirePastJudgment(current, after, rules);
  const isPublication = typeof current.publishedAt !== 'string' && typeof after.publishedAt === 'string';
  const isApproved = current.stage === 'approved';
  if (isPublication && rules.isReviewed && (!isApproved || changesText(before, values)))
    throw forbidden('Somebody else must approve this article before it is published');
  if (isPublication) return { stage: null, archived_at: null };
  const mayPublish = hasDesk(rules.principal, 'publish') && !rules.isReviewed;
  return !rules.isTransition && isApproved && !mayPublish && changesText(before, values)
    ? { stage: 'in_review' }
    : {};
}

/** The state of a stored article. */
export const storedState = (post: StoredDocument, now: Date): ReturnType<typeof stateOf> =>
  stateOf(storedAs(postCollection, post), now);
