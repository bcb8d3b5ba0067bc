import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';

/** A host whose documents the former site showed in frames of its pages. */
export interface FramedHost {
  host: string;
  pages: number;
}

/** Returns the hosts of the targets of hosted pages, most used first. Targets on the site itself have none. */
export function framedHosts(pages: readonly StoredDocument[] = []): FramedHost[] {
  const counts = new Map<string, number>();
  for (const { targetUrl } of pages) {
    const url = typeof targetUrl === 'string' ? URL.parse(targetUrl.trim()) : null;
    if (url?.protocol === 'https:') counts.set(url.host, (counts.get(url.host) ?? 0) + 1);
  }
  return [...counts].map(([host, count]) => ({ host, pages: count })).toSorted((a, b) => b.pages - a.pages);
}
