import type { ReactNode } from 'react';
import { matchRoutes, useLocation } from 'react-router-dom';
import { RouteParamsContext } from '#shared/routing/current-route.ts';

/** Shows the page of the current URL, of those given by path, with the parameters of that path; nothing elsewhere. */
export function Pages({ of }: { of: Readonly<Record<string, ReactNode>> }) {
  const { pathname } = useLocation();
  const routes = Object.entries(of).map(([path, element]) => ({ path, element }));
  const match = matchRoutes(routes, pathname)?.at(-1);
  return (
    match !== undefined && (
      <RouteParamsContext value={match.params} key={match.route.path}>
        {match.route.element}
      </RouteParamsContext>
    )
  );
}
