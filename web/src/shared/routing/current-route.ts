import { createContext, useContext, type ReactNode } from 'react';
import type { RouteParams } from './route.ts';

/** The parameters of the URL's page. */
export const RouteParamsContext = createContext<RouteParams>({});

/** The page that a layout route surrounds. */
export const OutletContext = createContext<ReactNode>(null);

export const useRouteParams = (): RouteParams => useContext(RouteParamsContext);

export const useOutlet = (): ReactNode => useContext(OutletContext);
