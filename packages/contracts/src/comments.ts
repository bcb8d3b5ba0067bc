/** Comments of the newsroom on an article. Staff alone read and write them. */

export const MAX_COMMENT_LENGTH = 2_000;
export const MAX_QUOTE_LENGTH = 300;
export const MAX_MENTIONS = 10;

export interface CommentPerson {
  id: number;
  name: string;
}

/** A comment as `/api/posts/{id}/comments` shows it; its text is empty once it was removed. */
export interface CommentOnWire {
  id: string;
  by: CommentPerson | null;
  at: string;
  text: string;
  mentions: readonly CommentPerson[];
  is_removed: boolean;
}

/** A comment with its replies, oldest first. */
export interface CommentThread extends CommentOnWire {
  /** The passage that it is about, as it was then; null for the whole article. */
  quote: string | null;
  /** Number of the block of the text that had the passage, from 0. */
  block: number | null;
  resolved: { by: CommentPerson | null; at: string } | null;
  replies: readonly CommentOnWire[];
}

/** A comment that waits for the person whom it mentions, as `/api/posts/mentions` lists it. */
export interface WaitingMention {
  id: string;
  post: { id: number; title: string };
  by: CommentPerson | null;
  at: string;
  text: string;
}
