import { createLinkTokens, type LinkTokens } from '@vidhi/service-kit/link-tokens.ts';

/**
 * Creates the tokens of the links in mails about accounts.
 * @param secrets that of new links first, then those of links that wait to be mailed
 */
export const createMailTokens = (...secrets: readonly [string, ...string[]]): LinkTokens =>
  createLinkTokens('vidhi mail links', ...secrets);
