/** First paragraph of the registration, which the shell shows as well. */
export const REGISTRATION_INTRO =
  'Readers follow their orders; lawyers and firms publish a profile in the directory.';
