import { knownPages, type ConsolePage } from './known-pages.ts';

const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean);

const parametersIn = ({ path }: ConsolePage): number => path.split(':').length;

/** Returns the page of a path; undefined for an unknown one. */
export function findConsolePage(pathname: string): ConsolePage | undefined {
  const wanted = segmentsOf(pathname);
  const found = knownPages.filter(({ path }) => {
    const segments = segmentsOf(path);
    return (
      segments.length === wanted.length &&
      segments.every((segment, index) => segment.startsWith(':') || segment === wanted[index])
    );
  });
  // `/console/posts/new` before `/console/posts/:id`.
  return found.toSorted((one, other) => parametersIn(one) - parametersIn(other))[0];
}

/** Returns the pages above a path, outermost first, and its own page last. */
export function trailOf(pathname: string): { page: ConsolePage; pathname: string }[] {
  const segments = segmentsOf(pathname);
  return segments.flatMap((_segment, index) => {
    const above = `/${segments.slice(0, index + 1).join('/')}`;
    const page = findConsolePage(above);
    return page === undefined ? [] : [{ page, pathname: above }];
  });
}

/** Returns the page that the menu shows as the current one: the innermost above a path. Only its own path leads to the first page. */
export function menuPageOf(pathname: string): ConsolePage | undefined {
  return trailOf(pathname)
    .filter(({ pathname: above }, index) => index > 0 || above === pathname)
    .map(({ page }) => page)
    .findLast(({ menu }) => menu !== undefined);
}
