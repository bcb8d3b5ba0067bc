/** First paragraphs that a page and its shell both show. */
export const REGISTRATION_INTRO =
  'Readers follow their orders; lawyers and firms publish a profile in the directory.';
export const ACCOUNT_INTRO =
  'Your details and password, your orders, the devices that are logged in, and your data.';
