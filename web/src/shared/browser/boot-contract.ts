// Names that the boot script in the head of a document (`src/boot/boot.ts`) shares with the app and the server.

/** Id of the `<template>` in the head that holds the scripts of the document back. */
export const SCRIPTS_ID = 'scripts';

export const THEME_KEY = 'vidhi.theme';
export const TEXT_SIZE_KEY = 'vidhi.text';

/** Key of the scroll positions in `sessionStorage`: an object by `scrollKey`. */
export const SCROLL_POSITIONS_KEY = 'vidhi.scroll';

/** Identifies a scroll position: the router's key of the history entry (`default` on a first visit) and the URL. */
export const scrollKey = (entry: string, pathname: string, search: string): string =>
  `${entry} ${pathname}${search}`;

/** Key of the path in `sessionStorage` whose scripts a page before has fetched: its document starts them at once. */
export const PREPARED_KEY = 'vidhi.prepared';

/** Dispatched on `document` once React listens for events at the root element. */
export const REACT_LISTENS_EVENT = 'vidhi:react-listens';

/** Dispatched on `document` after each change of colours or text size. */
export const APPEARANCE_CHANGED_EVENT = 'vidhi:appearance';
