import { Suspense, type ReactNode } from 'react';

/**
 * A part of a page that React hydrates by itself. A click before that waits only for the part that was clicked and those
 * around it; without such parts it waits for the whole page, which is long where the page has hundreds of options.
 *
 * On the server, React renders the fallback of a part that throws, and goes on: `renderPage` finds it by its mark, and throws.
 */
export const HydratedApart = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={<template data-failed-part />}>{children}</Suspense>
);
