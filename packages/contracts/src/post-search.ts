/** A category, a tag or an author that has a page. */
export interface FoundSubject {
  kind: 'category' | 'tag' | 'author';
  id: number;
  name: string;
  /** Null for authors whose pages go by the id of their account. */
  slug: string | null;
}

type Mark = readonly [start: number, end: number];

/** The parts of one result that match. */
export interface PostMatch {
  id: number;
  /** Marked parts of the title. */
  title: Mark[];
  excerpt: { text: string; marks: Mark[] } | null;
  names: string[];
}

/** Another text that finds something. */
export interface OtherSearch {
  text: string;
  total: number;
}

/** `meta.search` of `GET /api/posts/search`. */
export interface PostSearchMeta {
  /** False while posts are missing from the index. */
  isComplete: boolean;
  /** The text with misspelt words corrected. */
  correction: OtherSearch | null;
  /** The text without one of its words, when nothing has all of them. */
  shorter: OtherSearch[];
  subjects: FoundSubject[];
  matches: PostMatch[];
}
