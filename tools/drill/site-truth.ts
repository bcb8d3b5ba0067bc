/** A post that nobody changes during the drill. */
export interface BasePost {
  id: number;
  title: string;
  slug: string;
  /** Milliseconds of the epoch. */
  publishDate: number;
  /** Slugs. */
  categories: readonly string[];
  tags: readonly string[];
  viewsCount: number;
}

export interface NamedItem {
  id: number;
  name: string;
  slug: string;
}

/** What the drill put into the site before the load began; `posts` newest first. */
export interface SiteContent {
  posts: readonly BasePost[];
  categories: readonly NamedItem[];
  /** Categories whose pages show their own posts alone: neither parents nor children. */
  listed: readonly NamedItem[];
  tags: readonly NamedItem[];
  books: readonly NamedItem[];
  lawyers: readonly NamedItem[];
}

export interface PostState {
  title: string;
  isPublished: boolean;
}

/** One write of the editor. It may show from `sentAt` on, and must show once it was acknowledged. */
export interface Version {
  state: PostState;
  sentAt: number;
  /** Null while nobody knows whether it was stored. */
  ackedAt: number | null;
}

/** A post of the editor with everything that was written to it, oldest first. */
export interface EditedPost {
  slug: string;
  /** Null until a create was acknowledged. */
  id: number | null;
  publishDate: number;
  category: string;
  tag: string;
  versions: Version[];
}

/** The time within which what a response shows must have been true. */
export interface TimeSpan {
  from: number;
  to: number;
}

/** Before a post was created, or when nobody knows whether it was. */
export const NOT_THERE: PostState = { title: '', isPublished: false };

/** The states that a post can have had at some time in the span: later acknowledged writes end earlier ones. */
export function possibleStates({ versions }: EditedPost, { from, to }: TimeSpan): PostState[] {
  const isOver = (index: number): boolean =>
    versions.slice(index + 1).some(({ ackedAt }) => ackedAt !== null && ackedAt < from);
  const states = versions.flatMap(({ state, sentAt }, index) =>
    sentAt <= to && !isOver(index) ? [state] : [],
  );
  return isOver(-1) ? states : [NOT_THERE, ...states];
}

/** What the post must be now: the last acknowledged write, or one whose outcome nobody knows. */
export function finalStates({ versions }: EditedPost): PostState[] {
  const last = versions.findLastIndex(({ ackedAt }) => ackedAt !== null);
  const states = versions.slice(Math.max(last, 0)).map(({ state }) => state);
  return last === -1 ? [NOT_THERE, ...states] : states;
}

/** A post as a list may show it. */
export interface Candidate {
  slug: string;
  id: number | null;
  publishDate: number;
  /** Titles under which it may appear. */
  titles: readonly string[];
  /** Published in every state that is possible. */
  isCertain: boolean;
}

/** A selection of posts, newest first. */
export interface Selection {
  candidates: readonly Candidate[];
  /** Bounds of how many there are. */
  least: number;
  most: number;
}

export interface PostFilter {
  category?: string;
  tag?: string;
  /** Case-insensitive piece of the title. */
  text?: string;
}

export interface SiteTruth {
  content: SiteContent;
  edited: readonly EditedPost[];
  addEdited(post: EditedPost): void;
  /** The posts that fit, as they can have been at some time in the span. */
  select(span: TimeSpan, filter?: PostFilter): Selection;
  /** The one post of this slug; null when there is none that was ever written. */
  find(slug: string, span: TimeSpan): Candidate | null;
}

const asCandidate = ({ slug, id, publishDate, title }: BasePost): Candidate => ({
  slug,
  id,
  publishDate,
  titles: [title],
  isCertain: true,
});

/** Holds what every response is checked against. */
export function createSiteTruth(content: SiteContent): SiteTruth {
  const edited: EditedPost[] = [];
  const bySlug = new Map(content.posts.map((post) => [post.slug, post]));
  const lowerTitles = content.posts.map(({ title }) => title.toLowerCase());

  function candidateOf(post: EditedPost, span: TimeSpan, text = ''): Candidate | null {
    const states = possibleStates(post, span);
    const fits = ({ title, isPublished }: PostState): boolean =>
      isPublished && title.toLowerCase().includes(text);
    const fitting = states.filter(fits);
    if (fitting.length === 0) return null;
    const { slug, id, publishDate } = post;
    const titles = fitting.map(({ title }) => title);
    return { slug, id, publishDate, titles, isCertain: fitting.length === states.length };
  }

  return {
    content,
    edited,
    addEdited: (post) => void edited.push(post),
    select(span, { category, tag, text } = {}) {
      const lower = text?.toLowerCase();
      const base = content.posts.filter(
        (post, index) =>
          (category === undefined || post.categories.includes(category)) &&
          (tag === undefined || post.tags.includes(tag)) &&
          (lower === undefined || lowerTitles[index]?.includes(lower) === true),
      );
      const changed = edited.flatMap((post) => {
        if (category !== undefined && post.category !== category) return [];
        if (tag !== undefined && post.tag !== tag) return [];
        return candidateOf(post, span, lower) ?? [];
      });
      const candidates = [...changed, ...base.map(asCandidate)];
      // The base is sorted already; only the editor's posts have to find their place.
      if (changed.length > 0) candidates.sort((a, b) => b.publishDate - a.publishDate);
      return {
        candidates,
        least: candidates.filter(({ isCertain }) => isCertain).length,
        most: candidates.length,
      };
    },
    find(slug, span) {
      const base = bySlug.get(slug);
      if (base !== undefined) return asCandidate(base);
      const post = edited.find((each) => each.slug === slug);
      return post === undefined ? null : candidateOf(post, span);
    },
  };
}

/**
 * Slugs that the given page of a selection must show: those whose position lies within the page however the writes in
 * flight turn out.
 */
export function certainOnPage({ candidates }: Selection, page: number, pageSize: number): Candidate[] {
  const start = (page - 1) * pageSize;
  const end = start + pageSize;
  let certainBefore = 0;
  return candidates.slice(0, end).filter(({ isCertain }, possibleBefore) => {
    const isOnPage = isCertain && certainBefore >= start && possibleBefore < end;
    if (isCertain) certainBefore += 1;
    return isOnPage;
  });
}
