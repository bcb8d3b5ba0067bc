import type { Attributes } from '@vidhi/collections/all.ts';
import { queryOf, type QueryDefinition, type WireList } from '#shared/api/read.ts';

export interface HostedPage {
  name: string;
  /** Its own heading; empty for one that follows from the name. */
  title: string;
  description: string;
  /** HTML, sanitised by the news service; empty for a page that is elsewhere. */
  content: string;
  targetUrl: string | null;
}

const TARGET = /^(?:https:\/\/|\/(?!\/))/i;

/** Returns the newest hosted page of a list. It has no target that is neither https nor a path of this site. */
export function toHostedPage(list: WireList<Attributes<'hosted-page'>>): HostedPage | null {
  const page = list.data[0]?.attributes;
  if (!page?.name) return null;
  const target = page.targetUrl?.trim() ?? '';
  return {
    name: page.name,
    title: page.title ?? '',
    description: page.description ?? '',
    content: page.content?.trim() ?? '',
    targetUrl: TARGET.test(target) ? target : null,
  };
}

export const hostedPageRead: QueryDefinition<
  string,
  HostedPage | null,
  WireList<Attributes<'hosted-page'>>
> = {
  name: 'hostedPage',
  path: (name) =>
    `/hosted-pages?${queryOf({ 'filters[name][$eq]': name, sort: 'id:desc', 'pagination[pageSize]': 1 })}`,
  transform: toHostedPage,
};

/** Returns whether the host of a URL is in the list of frame hosts. */
export function mayFrame(targetUrl: string, frameHosts: readonly string[]): boolean {
  return URL.canParse(targetUrl) && frameHosts.includes(new URL(targetUrl).host);
}

/** Returns the heading of a page: its own, else its name as words, `refund-policy` as `Refund policy`. */
export function pageTitle({ name, title }: Pick<HostedPage, 'name' | 'title'>): string {
  if (title !== '') return title;
  const words = name.replaceAll(/[-_]+/g, ' ').trim();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
