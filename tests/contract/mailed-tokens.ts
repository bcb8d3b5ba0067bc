import { setTimeout as delay } from 'node:timers/promises';

interface Mail {
  readonly text: string;
}

const PAUSE_MS = 200;
/** Longer than a lost lease of a mail (60 s), the sweep that finds it (30 s) and the pause after a failure (15 s) together. */
const MAX_WAIT_MS = 240_000;

/** The parameters of the links of a reset and of a confirmation. */
export type TokenKind = 'code' | 'confirmation';

/**
 * Returns a function that reads tokens from an inbox: the token in the `number`-th of the mails to an address that have
 * a link with this parameter, oldest first. It waits for the mail.
 */
export function createMailedTokens(
  inbox: string | undefined,
): (kind: TokenKind, address: string, number: number) => Promise<string> {
  async function find(kind: TokenKind, address: string, number: number): Promise<string | undefined> {
    const response = await fetch(`${inbox}/messages?to=${encodeURIComponent(address)}`);
    const mails = (await response.json()) as Mail[];
    const link = new RegExp(`[?&]${kind}=([\\w-]+)`);
    const tokens = mails.toReversed().flatMap(({ text }) => link.exec(text)?.[1] ?? []);
    return tokens[number - 1];
  }

  return async (kind, address, number) => {
    if (inbox === undefined) throw new Error('the cases with mailed tokens need an inbox');
    for (const end = Date.now() + MAX_WAIT_MS; Date.now() < end; await delay(PAUSE_MS)) {
      const token = await find(kind, address, number);
      if (token !== undefined) return token;
    }
    throw new Error(`no mail number ${number} with a ${kind} to ${address}`);
  };
}
