import {
  type LivePreviews,
  MAX_LIVE_LINKS,
  type PreviewLink,
  type PreviewLinks,
  previewIdOf,
  tooManyLinks,
} from './preview-links.ts';

/** Preview links in memory, for tests. */
export function memoryPreviewLinks(now: () => Date): PreviewLinks & LivePreviews {
  let links: PreviewLink[] = [];
  const live = (): PreviewLink[] => links.filter(({ expiresAt }) => expiresAt > now());
  return {
    async create({ token, title: _title, ...link }, actor) {
      if (live().filter(({ postId }) => postId === link.postId).length >= MAX_LIVE_LINKS)
        throw tooManyLinks();
      const created = {
        ...link,
        id: previewIdOf(token) ?? '',
        by: actor.id,
        createdAt: now(),
        openedAt: null,
      };
      links = [created, ...links];
      return created;
    },
    list: async (postId) => live().filter((link) => link.postId === postId),
    async revoke(postId, id) {
      const found = live().find((link) => link.id === id && link.postId === postId);
      links = links.filter((link) => link !== found);
      return found !== undefined;
    },
    find: async (token) => live().find(({ id }) => id === previewIdOf(token)) ?? null,
    async opened(id) {
      links = links.map((link) => (link.id === id ? { ...link, openedAt: now() } : link));
    },
  };
}
