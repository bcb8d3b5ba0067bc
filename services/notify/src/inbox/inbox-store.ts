import type { Connection, mongo } from 'mongoose';
import type { Actor } from '@vidhi/contracts/actor.ts';
import type { AuditChange } from '@vidhi/contracts/audit.ts';
import { WireError } from '@vidhi/contracts/errors.ts';
import { MAX_REPLIES, type MessageQuery } from '@vidhi/contracts/inbox.ts';
import type { TopicLayout } from '@vidhi/contracts/topics.ts';
import { createAuditEntry } from '@vidhi/outbox/audit-entry.ts';
import { WITHOUT_OUTBOX, withEntries } from '@vidhi/outbox/outbox-document.ts';
import { modelOf } from '@vidhi/service-kit/stored-collection.ts';
import { CONTACT_MESSAGES, type ContactMessage } from '../contact/contact-collection.ts';
import { assignedTo, assignmentChanges } from '../staff/assignment.ts';
import { containing } from '../staff/containing.ts';

/** Parts of a message that staff change besides replying. */
export interface MessageChange {
  state?: ContactMessage['state'];
  /** Null for nobody. */
  assignee?: number | null;
}

/** The messages of the contact form as staff work with them. Every write is in the audit log, without personal data. */
export interface InboxStore {
  /** `me` is the account that lists. */
  list(
    query: MessageQuery,
    me: number,
    page: number,
    pageSize: number,
  ): Promise<{ rows: ContactMessage[]; total: number }>;
  find(id: string): Promise<ContactMessage | null>;
  /** Changes a message that is as it was read; rejects with 409 for one that has changed since. */
  change(read: ContactMessage, change: MessageChange, actor: Actor): Promise<ContactMessage>;
  /** Adds a reply, whose mail is due; rejects with 409 as `change` does, and beyond the largest number of replies. */
  reply(
    read: ContactMessage,
    reply: { text: string; isDone: boolean },
    actor: Actor,
  ): Promise<ContactMessage>;
}

const conflict = (message: string): WireError => new WireError(409, 'ConflictError', message);

function filterOf({ q = '', state, assignee }: MessageQuery, me: number): mongo.Filter<ContactMessage> {
  const text = q.trim();
  return {
    erasedAt: { $exists: false },
    state: state ?? { $ne: 'spam' },
    ...assignedTo(assignee, me),
    ...(text === ''
      ? {}
      : {
          $or: [
            { name: containing(text) },
            { email: containing(text) },
            { subject: containing(text) },
            { message: containing(text) },
          ],
        }),
  };
}

/** Returns the parts that a write changes, with the action that they make. */
function changesOf(
  read: ContactMessage,
  { state = read.state, assignee = read.assignee ?? null }: MessageChange,
): { action: string; changes: AuditChange[] } {
  const changes = assignmentChanges(read, { state, assignee });
  return { action: state === read.state ? 'assign' : state === 'open' ? 'reopen' : state, changes };
}

export function mongoInboxStore(
  connection: Connection,
  topic: TopicLayout,
  publish: (id: string) => void,
  now: () => Date = () => new Date(),
): InboxStore {
  const messages = modelOf(connection, CONTACT_MESSAGES);

  async function write(
    read: ContactMessage,
    update: mongo.UpdateFilter<ContactMessage>,
    act: { actor: Actor; action: string; changes: readonly AuditChange[] },
  ): Promise<ContactMessage> {
    const entry = createAuditEntry(topic, {
      service: 'notify',
      type: 'contact-message',
      id: read._id,
      rev: read.rev + 1,
      at: now(),
      // The subject is in the words of the person who wrote.
      label: null,
      ...act,
    });
    const changed = await messages.findOneAndUpdate(
      { _id: read._id, rev: read.rev, erasedAt: { $exists: false } },
      withEntries<ContactMessage>(update, [entry]),
      { returnDocument: 'after', projection: WITHOUT_OUTBOX },
    );
    if (changed === null) throw conflict('The message has changed meanwhile. Please load it again.');
    publish(read._id);
    return changed;
  }

  return {
    async list(query, me, page, pageSize) {
      const filter = filterOf(query, me);
      const direction = query.sort === 'received' ? 1 : -1;
      const [rows, total] = await Promise.all([
        messages
          .find(filter, { ...WITHOUT_OUTBOX, message: 0, 'replies.text': 0 })
          .sort({ receivedAt: direction, _id: 1 })
          .skip((page - 1) * pageSize)
          .limit(pageSize),
        messages.countDocuments(filter),
      ]);
      return { rows, total };
    },
    find: async (id) => messages.findOne({ _id: id, erasedAt: { $exists: false } }, WITHOUT_OUTBOX),
    async change(read, change, actor) {
      const { action, changes } = changesOf(read, change);
      if (changes.length === 0) return read;
      const { state = read.state, assignee } = change;
      const update: mongo.UpdateFilter<ContactMessage> = {
        $set: { state, ...(assignee === undefined || assignee === null ? {} : { assignee }) },
        ...(assignee === null ? { $unset: { assignee: '' } } : {}),
      };
      return write(read, update, { actor, action, changes });
    },
    async reply(read, { text, isDone }, actor) {
      const number = read.replyCount + 1;
      if (number > MAX_REPLIES)
        throw conflict(`A message takes ${MAX_REPLIES} replies. Please go on in your mail program.`);
      const state = isDone ? 'done' : 'open';
      const { changes } = changesOf(read, { state });
      const update = {
        $set: {
          state,
          mailDue: true,
          replyCount: number,
          ...(read.assignee === undefined && actor.id !== null ? { assignee: actor.id } : {}),
        },
        $push: { replies: { number, text, at: now(), by: actor.id } },
      } as mongo.UpdateFilter<ContactMessage>;
      return write(read, update, { actor, action: 'reply', changes: [{ path: 'replies' }, ...changes] });
    },
  };
}
