/** One suggestion of the search box. */
export interface Suggestion {
  id: number;
  label: string;
  slug: string;
}

/** The suggestions of news. */
export interface NewsSuggestions {
  posts: Suggestion[];
  categories: Suggestion[];
  tags: Suggestion[];
  /** Those without a slug have pages by id. Absent when there are none. */
  authors?: (Omit<Suggestion, 'slug'> & { slug?: string })[];
}

/** The suggestions of the catalogue. */
export interface CatalogueSuggestions {
  books: Suggestion[];
  lawyers: Suggestion[];
  firms: Suggestion[];
}

/** Response of `GET /api/suggest`, without the groups of a service that does not respond. */
export interface SuggestResponse {
  data: Partial<NewsSuggestions & CatalogueSuggestions>;
}
