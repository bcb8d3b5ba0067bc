/** An account as the newsroom sees it. */
export interface EditorName {
  id: number;
  name: string;
}

/** The working copy of an article, as `GET …/working-copy` returns it. */
export interface WorkingCopyState {
  seq: number;
  /** Revision of the article that the text started from. */
  base_rev: number;
  by: EditorName | null;
  at: string;
  /** Since when this tab has been writing. */
  since: string;
  tab: string;
}

/** A former state of a document, as `GET …/revisions` lists it. */
export interface ListedRevision {
  rev: string;
  at: string;
  by: EditorName | null;
  kind: string;
  name: string | null;
  note: string | null;
  changed: readonly string[];
  /** Whether it is the present state. */
  current: boolean;
}

/** A removed document, as `GET …/trash` lists it. */
export interface TrashedRecord {
  id: number;
  label: string;
  at: string;
  by: EditorName | null;
  gone_at: string;
}

/** A link by which people without an account read an article with its changes. Its address is in no list. */
export interface ListedPreviewLink {
  id: string;
  label: string | null;
  by: EditorName | null;
  created_at: string;
  expires_at: string;
  opened_at: string | null;
}
