/** URLs of pages, as in the web app. */
export interface SiteUrls {
  home: string;
  post(slug: string, category: string | null): string;
  category(slug: string): string;
  tag(slug: string): string;
  author(key: string | number): string;
  page(name: string): string;
  absolute(path: string): string;
}

const segment = encodeURIComponent;

export function siteUrls(publicUrl: string): SiteUrls {
  const root = publicUrl.replace(/\/+$/, '');
  const absolute = (path: string): string => `${root}${path}`;
  return {
    home: absolute('/'),
    absolute,
    post: (slug, category) =>
      absolute(category === null ? `/${segment(slug)}` : `/${segment(category)}/${segment(slug)}`),
    category: (slug) => absolute(`/news/${segment(slug)}`),
    tag: (slug) => absolute(`/tags/${segment(slug)}`),
    author: (key) => absolute(`/search?author=${segment(key)}`),
    page: (name) => absolute(`/${segment(name)}`),
  };
}
