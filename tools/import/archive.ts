/** One line of `entities/*.jsonl`. */
export interface ArchiveEntity {
  id: number;
  data: Record<string, unknown>;
}

export interface LinkEnd {
  type: string;
  field: string | null;
  ref: number;
  /** Position in the other end's list; absent for to-one ends. */
  pos: number | null;
}

/** One line of `links/*.jsonl`: a row of a relation's join table. */
export interface ArchiveLink {
  kind: 'relation.basic' | 'relation.circular' | 'relation.morph';
  left: LinkEnd;
  right: LinkEnd;
}

export interface ArchiveAttribute {
  type: string;
  relation?: string;
  target?: string;
  mappedBy?: string;
  multiple?: boolean;
}

export interface ArchiveSchema {
  uid: string;
  kind: string;
  draftAndPublish: boolean;
  attributes: Record<string, ArchiveAttribute>;
}

/** An export archive without the bytes of its pictures, which are in a spool folder. */
export interface Archive {
  /** Identifies the site: another archive of the same site may be imported over the first. */
  site: string;
  demo: boolean;
  version: string;
  schemas: Map<string, ArchiveSchema>;
  entities: Map<string, ArchiveEntity[]>;
  links: ArchiveLink[];
  /** Asset name → path of its spooled bytes. */
  assets: Map<string, string>;
}
