import type { Attributes } from '@vidhi/collections/all.ts';
import type { WireList } from '#shared/api/read.ts';

export interface HostedPage {
  name: string;
  description: string;
  targetUrl: string | null;
}

/** Returns the newest hosted page of a list; null for one without an https target. */
export function toHostedPage(list: WireList<Attributes<'hosted-page'>>): HostedPage | null {
  const page = list.data[0]?.attributes;
  if (!page?.name) return null;
  const target = page.targetUrl?.trim() ?? '';
  return {
    name: page.name,
    description: page.description ?? '',
    targetUrl: /^https:\/\//i.test(target) ? target : null,
  };
}

/** Returns whether the host of a URL is in the list of frame hosts. */
export function mayFrame(targetUrl: string, frameHosts: readonly string[]): boolean {
  return URL.canParse(targetUrl) && frameHosts.includes(new URL(targetUrl).host);
}

/** `refund-policy` → `Refund policy`: a hosted page has no title of its own. */
export function pageTitle(name: string): string {
  const words = name.replaceAll(/[-_]+/g, ' ').trim();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
