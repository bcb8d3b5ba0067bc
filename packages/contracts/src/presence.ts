/** Somebody who has an article open. */
export interface PresentPerson {
  id: number;
  name: string;
  /** Since when the tab is there, or writes. */
  since: string;
}

/** The state of the article, by which an open page finds out what others have done with it. */
export interface PresentState {
  publishedAt: string | null;
  stage: string | null;
  archived_at: string | null;
  /** Whether the order of a court withholds it. */
  is_withheld: boolean;
  /** Name of the account that moved it last; empty where the last edit was no move, or nobody's. */
  moved_by: string;
}

/** Response of `PUT /api/posts/{id}/presence/{tab}`. */
export interface PresenceResponse {
  data: {
    others: PresentPerson[];
    /** The one who writes the working copy. */
    writer: (PresentPerson & { is_here: boolean }) | null;
    article: PresentState;
  };
}
