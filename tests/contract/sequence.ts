import { randomInt } from 'node:crypto';
import { exchange, type CaseResponse, type Destination, type Request } from './case-request.ts';
import { createMailedTokens } from './mailed-tokens.ts';

/** Limits of a minute end within twice as many requests. */
const MAX_REPETITIONS = 25;

/** `{{id:ADDRESS}}`, `{{code:ADDRESS}}` and `{{confirmation:ADDRESS}}`, or `{{code:ADDRESS:2}}` for the second such mail. */
const PLACEHOLDER = /\{\{(id|code|confirmation):([^:{}]+)(?::(\d+))?\}\}/g;

export interface SequenceDestination extends Destination {
  /** URL of the inbox that receives the server's mails. */
  readonly inbox?: string;
}

/** A network of those for benchmarks (RFC 2544); runs within an hour differ. */
const network = `198.18.${randomInt(256)}`;
let sequences = 0;

/** Returns the account in a response: the whole body, or its `user`. */
function accountIn(json: unknown): { id: number; email: string } | undefined {
  if (typeof json !== 'object' || json === null) return undefined;
  const account: unknown = 'user' in json ? json.user : json;
  if (typeof account !== 'object' || account === null || !('id' in account) || !('email' in account))
    return undefined;
  const { id, email } = account;
  return typeof id === 'number' && typeof email === 'string' ? { id, email } : undefined;
}

/**
 * Like `exchange`, for requests that depend on the previous ones: a customer's have the last token that a response
 * contained, and placeholders stand for ids of accounts in responses and for tokens in mails. Each sequence comes from
 * an address of its own, as limits count by address.
 */
export function exchangeInSequence(to: SequenceDestination): (one: Request) => Promise<CaseResponse> {
  sequences += 1;
  let destination: Destination = { clientAddress: `${network}.${sequences}`, ...to };
  const ids = new Map<string, number>();
  const mailedTokens = createMailedTokens(to.inbox);

  async function valueOf(kind: string, address: string, number: number): Promise<string> {
    if (kind === 'code' || kind === 'confirmation') return mailedTokens(kind, address, number);
    const id = ids.get(address);
    if (id === undefined) throw new Error(`no response with the account of ${address}`);
    return String(id);
  }

  async function fill(text: string): Promise<string> {
    let filled = text;
    for (const [placeholder, kind = '', address = '', number = '1'] of text.matchAll(PLACEHOLDER))
      filled = filled.replaceAll(placeholder, await valueOf(kind, address, Number(number)));
    return filled;
  }

  async function exchangeUntil(one: Request): Promise<CaseResponse> {
    let response = await exchange(destination, one);
    for (let sent = 1; one.until !== undefined && response.status !== one.until; sent += 1) {
      if (sent === MAX_REPETITIONS) break;
      response = await exchange(destination, one);
    }
    return response;
  }

  return async (one) => {
    const response = await exchangeUntil({
      ...one,
      path: await fill(one.path),
      ...(one.body !== undefined && { body: await fill(one.body) }),
    });
    const { json } = response;
    if (typeof json === 'object' && json !== null && 'jwt' in json && typeof json.jwt === 'string')
      destination = { ...destination, customerToken: json.jwt };
    const account = accountIn(json);
    if (account !== undefined) ids.set(account.email, account.id);
    return response;
  };
}
