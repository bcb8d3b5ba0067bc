import type { Head } from '#shared/head/head.ts';
import type { HeadInput, RouteData } from '#shared/routing/route.ts';
import type { PageMatch } from './routes.tsx';

/** Returns the head of a page: that of the innermost route that has one. Null while its data is not in the store. */
export function headOf(
  match: PageMatch,
  modules: readonly RouteData[],
  input: Omit<HeadInput, 'params' | 'path'>,
): Head | null {
  const head = modules.findLast((module) => module.head !== undefined)?.head;
  return head?.({ ...input, params: match.params, path: match.route.path }) ?? null;
}
