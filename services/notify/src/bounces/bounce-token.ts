import type { ListKeys } from '../newsletter/list-keys.ts';

/**
 * Tokens by which a mail that comes back names its row of the ledger: its id, and a signature that nobody else can make. Ids of
 * mails follow from issue and address, so an id alone proves nothing. Local parts of addresses may lose their case on the way, and
 * have 64 octets at most: a token is 46 characters of base32.
 */
export interface BounceTokens {
  sign(mailId: string): Promise<string>;
  /** Returns the ids of the mails whose tokens are in a text. */
  findMails(text: string): Promise<string[]>;
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const BITS = 5;
const BITS_OF_BYTE = 8;
const ID_CHARS = 32;
const SIGNATURE_CHARS = 13;
const TOKEN = new RegExp(`(?<![a-z2-7])[a-z2-7]{${ID_CHARS}}-[a-z2-7]{${SIGNATURE_CHARS}}(?![a-z2-7])`, 'gi');
/** A report about one mail has no more of them. */
const MAX_TOKENS = 10;

/** RFC 4648 base32 in lower case, of whole groups of five bits. */
function toBase32(bytes: Uint8Array): string {
  let text = '';
  let [value, bits] = [0, 0];
  for (const byte of bytes) {
    value = (value << BITS_OF_BYTE) | byte;
    bits += BITS_OF_BYTE;
    while (bits >= BITS) {
      bits -= BITS;
      text += ALPHABET[(value >>> bits) & 31] ?? '';
    }
    value &= (1 << bits) - 1;
  }
  return text;
}

function fromBase32(text: string): Buffer {
  const bytes: number[] = [];
  let [value, bits] = [0, 0];
  for (const character of text) {
    value = (value << BITS) | ALPHABET.indexOf(character);
    bits += BITS;
    if (bits >= BITS_OF_BYTE) {
      bits -= BITS_OF_BYTE;
      bytes.push((value >>> bits) & 255);
      value &= (1 << bits) - 1;
    }
  }
  return Buffer.from(bytes);
}

export function createBounceTokens(keys: Pick<ListKeys, 'sign'>): BounceTokens {
  async function sign(mailId: string): Promise<string> {
    const key = Buffer.from(await keys.sign(`bounce\n${mailId}`), 'base64url');
    return `${toBase32(Buffer.from(mailId, 'hex'))}-${toBase32(key).slice(0, SIGNATURE_CHARS)}`;
  }

  return {
    sign,
    async findMails(text) {
      const tokens = new Set((text.match(TOKEN) ?? []).map((token) => token.toLowerCase()));
      const found: string[] = [];
      for (const token of [...tokens].slice(0, MAX_TOKENS)) {
        const mailId = fromBase32(token.slice(0, ID_CHARS)).toString('hex');
        // Compared in constant time or not: who tries can read no time from a mailbox.
        if ((await sign(mailId)) === token) found.push(mailId);
      }
      return found;
    },
  };
}
