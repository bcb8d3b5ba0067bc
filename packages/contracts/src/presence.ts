/** Somebody who has an article open. */
export interface PresentPerson {
  id: number;
  name: string;
  /** Since when the tab is there, or writes. */
  since: string;
}

/** Response of `PUT /api/posts/{id}/presence/{tab}`. */
export interface PresenceResponse {
  data: {
    others: PresentPerson[];
    /** The one who writes the working copy. */
    writer: (PresentPerson & { is_here: boolean }) | null;
  };
}
