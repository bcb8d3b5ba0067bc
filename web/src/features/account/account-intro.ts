/** First paragraph of the account page, which the shell shows as well. */
export const ACCOUNT_INTRO =
  'Your details and password, your orders, the devices that are logged in, and your data.';
