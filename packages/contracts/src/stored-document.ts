/**
 * A content document as it is in the database, in events and in models. Attribute names are those of the API; to-one
 * relations and single pictures are an id or null, to-many relations an ordered list of ids; times are ISO 8601 strings.
 * Only the owning side of a relation is stored.
 */
export interface StoredDocument {
  id: number;
  createdAt?: string | null;
  updatedAt?: string | null;
  publishedAt?: string | null;
  [attribute: string]: unknown;
}

/** Response body of `POST /internal/import/{type}`. */
export interface ImportOutcome {
  imported: number;
  unchanged: number;
  skipped: { id: number; reason: string }[];
  /** Documents that were imported with a changed or missing value, with the reason. */
  notes?: { id: number; reason: string }[];
}

/** Request body of `POST /internal/import/{type}`. */
export interface ImportBatch {
  items: StoredDocument[];
  origin: { site: string; demo: boolean };
  /** Validates and compares only: nothing is written, and `imported` counts what would be. */
  dryRun?: boolean;
}
