const REGISTRATION = 'Readers follow their orders; lawyers and firms publish a profile in the directory.';

/** First paragraphs of app pages, by path, which their shells show as well (`app/page-shell.tsx`). */
export const intros = {
  '/signup': REGISTRATION,
  '/register': REGISTRATION,
  '/account': 'Your details and password, your orders, the devices that are logged in, and your data.',
} as const;
