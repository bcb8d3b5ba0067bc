import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import type { KeyCipher, SealedText } from '../keys/key-cipher.ts';
import type { User } from '../users/user.ts';

const MINUTE_MS = 60_000;
/** Time to find the phone. */
const CHALLENGE_MS = 10 * MINUTE_MS;
/** Time to install an authenticator app. */
const ENROLMENT_MS = 30 * MINUTE_MS;

const Content = Type.Object({
  user: Type.Integer(),
  version: Type.Integer(),
  ends: Type.Integer(),
  secret: Type.Optional(Type.String()),
});
type Content = Static<typeof Content>;

/** A token that was read: it belongs to the account at this token version. */
export interface SecondStepToken {
  userId: number;
  tokenVersion: number;
}

/**
 * Tokens between the steps of a login and of an enrolment. They are encrypted, and nothing of them is stored; a new token
 * version of the account voids them.
 */
export interface SecondStepTokens {
  /** Proves that the password was right. */
  challengeOf(user: Pick<User, 'id' | 'tokenVersion'>): string;
  readChallenge(token: string): SecondStepToken | null;
  /** Carries the secret that becomes that of the account with its first code. */
  enrolmentOf(user: Pick<User, 'id' | 'tokenVersion'>, secret: string): string;
  readEnrolment(token: string): (SecondStepToken & { secret: string }) | null;
}

const CONTEXTS = { challenge: 'second step of a login', enrolment: 'second step to be enrolled' } as const;
const MAX_CHARS = 1_000;

function sealedOf(token: string): SealedText | null {
  const [keyId, data, ...rest] = token.split('.');
  if (token.length > MAX_CHARS || keyId === undefined || data === undefined || rest.length > 0) return null;
  return { keyId, data: Buffer.from(data, 'base64url').toString('base64') };
}

export function createSecondStepTokens(
  cipher: KeyCipher,
  now: () => Date = () => new Date(),
): SecondStepTokens {
  function seal(kind: keyof typeof CONTEXTS, content: Content): string {
    const { keyId, data } = cipher.seal(JSON.stringify(content), CONTEXTS[kind]);
    return `${keyId}.${Buffer.from(data, 'base64').toString('base64url')}`;
  }

  function open(kind: keyof typeof CONTEXTS, token: string): Content | null {
    const sealed = sealedOf(token);
    if (sealed === null) return null;
    try {
      const content: unknown = JSON.parse(cipher.open(sealed, CONTEXTS[kind]));
      return Value.Check(Content, content) && content.ends > now().getTime() ? content : null;
    } catch {
      return null;
    }
  }

  const claims = ({ id, tokenVersion }: Pick<User, 'id' | 'tokenVersion'>, lifeMs: number): Content => ({
    user: id,
    version: tokenVersion,
    ends: now().getTime() + lifeMs,
  });

  return {
    challengeOf: (user) => seal('challenge', claims(user, CHALLENGE_MS)),
    readChallenge(token) {
      const content = open('challenge', token);
      return content === null ? null : { userId: content.user, tokenVersion: content.version };
    },
    enrolmentOf: (user, secret) => seal('enrolment', { ...claims(user, ENROLMENT_MS), secret }),
    readEnrolment(token) {
      const content = open('enrolment', token);
      if (content?.secret === undefined) return null;
      return { userId: content.user, tokenVersion: content.version, secret: content.secret };
    },
  };
}
