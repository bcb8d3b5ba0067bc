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
  /** Asset name, with the folders below `assets/uploads` → path of its spooled bytes. */
  assets: Map<string, string>;
  /** Entries and lines that are skipped, and documents that are changed to be imported. */
  oddities: Oddity[];
}

/** A place of an archive that is not as an export has it, and what the import does about it. */
export interface Oddity {
  where: string;
  reason: string;
}

/** Returns the name under which an asset is found: Unicode in one form, as file systems and databases differ in it. */
export const assetName = (name: string): string => name.normalize('NFC');
