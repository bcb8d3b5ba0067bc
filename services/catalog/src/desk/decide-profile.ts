import { storedAs } from '@vidhi/collections/stored.ts';
import type { LiveModel } from '@vidhi/content-service';
import type { ContentWrites } from '@vidhi/content-service/store.ts';
import type { Actor } from '@vidhi/contracts/actor.ts';
import type { ProfileAction } from '@vidhi/contracts/directory-desk.ts';
import { ProfileDecided } from '@vidhi/contracts/events.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { TopicLayout } from '@vidhi/contracts/topics.ts';
import { createAuditEntry } from '@vidhi/outbox/audit-entry.ts';
import { createEntry, type StoredEntry } from '@vidhi/outbox/entry.ts';
import { lawyerCollection } from '../collections/lawyer.ts';
import type { ProfileDecision, ProfileDecisions } from '../profiles/profile-decisions.ts';
import { approvedValues } from './profile-values.ts';
import { decidedAttributes, type Decided as DecidedAttributes } from './review-state.ts';

/** Topics of what follows from a decision. */
export interface DecisionTopics {
  decisions: TopicLayout;
  audit: TopicLayout;
}

export interface DecideProfileOptions {
  store: Pick<ContentWrites, 'find' | 'update'>;
  live: Pick<LiveModel, 'put'>;
  /** See `Relays.acknowledged`. */
  acknowledged: (id: number, rev: number) => Promise<void>;
  decisions: Pick<ProfileDecisions, 'add'>;
  topics: DecisionTopics;
  now?: () => Date;
}

interface Decided {
  /** Absent for attributes that are no decision of which the owner is mailed. */
  action: ProfileAction | undefined;
  reason: string;
  actor: Actor;
  /** Attributes that are set; those of the action where left out. */
  attributes?: DecidedAttributes;
}

/** Records a decision, with the mail to the owner, and puts it into effect. Null for a profile that is gone. */
export type DecideProfile = (profile: StoredDocument, decided: Decided) => Promise<StoredDocument | null>;

export function createDecideProfile(options: DecideProfileOptions): DecideProfile {
  const { store, live, acknowledged, decisions, topics, now = () => new Date() } = options;

  /** Events of a decision: the mail to the owner, and the entry of the audit log where no attribute shows it. */
  function eventsOf(profile: StoredDocument, { action, actor, attributes }: Decided, at: Date) {
    const { id, users_permissions_user: ownerId } = storedAs(lawyerCollection, profile);
    return (number: number): StoredEntry[] => {
      if (action === undefined) return [];
      const mail = createEntry(topics.decisions, ProfileDecided, {
        id: `${ProfileDecided.type}:${id}:${number}`,
        key: id,
        data: { profileId: id, number },
        occurredAt: at,
      });
      const audit = createAuditEntry(topics.audit, {
        service: 'catalog',
        type: 'lawyer',
        id,
        rev: `decision-${number}`,
        at,
        actor,
        action,
        label: null,
        changes: [],
      });
      return [
        ...(typeof ownerId === 'number' ? [mail] : []),
        ...(Object.keys(attributes ?? {}).length === 0 ? [audit] : []),
      ];
    };
  }

  return async (profile, decided) => {
    const { action, reason, actor } = decided;
    const attributes: DecidedAttributes =
      decided.attributes ?? (action === undefined ? {} : decidedAttributes(action));
    const at = now();
    const on = typeof profile.updatedAt === 'string' ? profile.updatedAt : '';
    const decision: ProfileDecision = {
      ...attributes,
      ...(action === undefined ? {} : { action }),
      on,
      reason,
      by: actor.id ?? 0,
      at: at.toISOString(),
    };
    const approved = attributes.approved === true ? { on, values: approvedValues(profile) } : undefined;
    // First: a decision that failed may be on record, and none is effective without its record.
    await decisions.add(profile.id, decision, approved, eventsOf(profile, { ...decided, attributes }, at));
    if (Object.keys(attributes).length === 0) return profile;
    const updated = await store.update(
      lawyerCollection,
      profile.id,
      // No edit of the profile.
      ({ updatedAt }) => ({ ...attributes, updatedAt }),
      { actor, action },
    );
    if (updated === null) return null;
    live.put(lawyerCollection.name, updated.doc, updated.rev);
    await acknowledged(profile.id, updated.rev);
    return updated.doc;
  };
}
