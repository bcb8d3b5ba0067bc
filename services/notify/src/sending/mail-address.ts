const LOCAL = "[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}";
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const ADDRESS = new RegExp(`^${LOCAL}@(?:${LABEL}\\.)+${LABEL}$`);
const MAX_LENGTH = 254;

/**
 * Returns whether a text is one plain e-mail address. Mail libraries read more than that, and make several recipients of
 * texts with commas, quotes, groups or line breaks; so a recipient must match.
 */
export const isMailAddress = (text: string): boolean => text.length <= MAX_LENGTH && ADDRESS.test(text);
