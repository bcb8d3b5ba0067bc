/**
 * A content document as it is stored, sent in events and kept in read models: wire names,
 * to-one relations and single pictures as an id or null, to-many ones as ordered ids,
 * times as ISO-8601 text. Inverse sides of relations are not stored.
 */
export interface StoredDocument {
  id: number;
  createdAt?: string | null;
  updatedAt?: string | null;
  publishedAt?: string | null;
  [attribute: string]: unknown;
}

/** One line of the answer to `POST /internal/import/{type}`. */
export interface ImportOutcome {
  imported: number;
  unchanged: number;
  skipped: { id: number; reason: string }[];
}

/** Body of `POST /internal/import/{type}`. */
export interface ImportBatch {
  items: StoredDocument[];
  origin: { site: string; demo: boolean };
}
