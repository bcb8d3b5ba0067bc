/** A post that is not changed during the drill. */
export interface BasePost {
  id: number;
  title: string;
  slug: string;
  /** Milliseconds since the epoch. */
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

/** Content of the site before the load; `posts` newest first. */
export interface SiteContent {
  posts: readonly BasePost[];
  categories: readonly NamedItem[];
  /** Categories without parents and children, whose pages show only their own posts. */
  listed: readonly NamedItem[];
  tags: readonly NamedItem[];
  books: readonly NamedItem[];
  lawyers: readonly NamedItem[];
}

export interface PostState {
  title: string;
  isPublished: boolean;
}

/** One write of the editor. It may be visible from `sentAt` on, and must be after its acknowledgement. */
export interface Version {
  state: PostState;
  sentAt: number;
  /** Null while it is unknown whether it was stored. */
  ackedAt: number | null;
}

/** A post of the editor with all its writes, oldest first. */
export interface EditedPost {
  slug: string;
  /** Null until a create was acknowledged. */
  id: number | null;
  publishDate: number;
  category: string;
  tag: string;
  versions: Version[];
}

/** The time in which the state shown by a response must have been current. */
export interface TimeSpan {
  from: number;
  to: number;
}

/** The state before a post was created, or when that is unknown. */
export const NOT_FOUND_STATE: PostState = { title: '', isPublished: false };

/** Possible states of a post during the span: acknowledged writes end earlier states. */
export function possibleStates({ versions }: EditedPost, { from, to }: TimeSpan): PostState[] {
  const isOver = (index: number): boolean =>
    versions.slice(index + 1).some(({ ackedAt }) => ackedAt !== null && ackedAt < from);
  const states = versions.flatMap(({ state, sentAt }, index) =>
    sentAt <= to && !isOver(index) ? [state] : [],
  );
  return isOver(-1) ? states : [NOT_FOUND_STATE, ...states];
}

/** Possible current states: the last acknowledged write, or one with unknown outcome. */
export function finalStates({ versions }: EditedPost): PostState[] {
  const last = versions.findLastIndex(({ ackedAt }) => ackedAt !== null);
  const states = versions.slice(Math.max(last, 0)).map(({ state }) => state);
  return last === -1 ? [NOT_FOUND_STATE, ...states] : states;
}

/** A post as it may be in a list. */
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
  /** Bounds of the count. */
  least: number;
  most: number;
}

export interface PostFilter {
  category?: string;
  tag?: string;
  /** Case-insensitive substring of the title. */
  text?: string;
}

export interface SiteTruth {
  content: SiteContent;
  edited: readonly EditedPost[];
  addEdited(post: EditedPost): void;
  /** Posts that match in a possible state during the span. */
  select(span: TimeSpan, filter?: PostFilter): Selection;
  /** The post with this slug; null when there never was one. */
  find(slug: string, span: TimeSpan): Candidate | null;
}

const asCandidate = ({ slug, id, publishDate, title }: BasePost): Candidate => ({
  slug,
  id,
  publishDate,
  titles: [title],
  isCertain: true,
});

/** Creates the expected state against which every response is checked. */
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
      // The base is sorted; merge the editor's posts into it.
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
 * Slugs that a page of a selection must contain: those on the page for every outcome of writes in flight.
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
