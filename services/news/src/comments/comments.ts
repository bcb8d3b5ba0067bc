import type { Actor } from '@vidhi/contracts/actor.ts';
import type { StoredComment } from './comment-collection.ts';

/** A comment of an article, without what the outbox needs. */
export type Comment = Pick<
  StoredComment,
  'postId' | 'thread' | 'by' | 'at' | 'text' | 'quote' | 'block' | 'mentions'
> & {
  id: string;
  resolvedAt: Date | null;
  resolvedBy: number | null;
  removedAt: Date | null;
};

export type NewComment = Omit<Comment, 'resolvedAt' | 'resolvedBy' | 'removedAt'>;

/** The account that changes a comment and the title of its article, for the audit log. */
export interface CommentAct {
  actor: Actor;
  title: string | null;
}

export interface Comments {
  /** Stores a comment, with the mails to those whom it mentions. */
  add(comment: NewComment, act: CommentAct): Promise<Comment>;
  /** All comments of an article, the oldest first. */
  list(postId: number): Promise<Comment[]>;
  find(id: string): Promise<Comment | null>;
  /** Resolves a thread, or opens it again. False for one that is so already. */
  resolve(thread: Comment, isResolved: boolean, act: CommentAct): Promise<boolean>;
  /** Removes the text of a comment. */
  remove(comment: Comment, act: CommentAct): Promise<void>;
  /** The latest comments that mention an account, in threads that are open and to which the account has not replied since. */
  waitingFor(account: number): Promise<Comment[]>;
}

/** Comments that are searched for those that wait: older ones are forgotten by their readers, too. */
export const MAX_WAITING = 100;

/** Returns those of the comments of an account's mentions that wait for it; `threads` are all comments of their threads. */
export const stillWaiting = (
  mentions: readonly Comment[],
  threads: readonly Comment[],
  account: number,
): Comment[] =>
  mentions.filter(({ thread, at }) => {
    const others = threads.filter((one) => one.thread === thread);
    const isResolved = others.some((one) => one.id === thread && one.resolvedAt !== null);
    return !isResolved && !others.some((one) => one.by === account && one.at > at);
  });
