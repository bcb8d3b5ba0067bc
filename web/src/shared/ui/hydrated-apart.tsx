import { Suspense, type ExoticComponent, type ReactNode } from 'react';

/**
 * A part of a page that React hydrates by itself. A click before that waits only for the part that was clicked and those
 * around it; without such parts it waits for the whole page, which is long where the page has hundreds of options.
 */
export const HydratedApart: ExoticComponent<{ children: ReactNode }> = Suspense;
