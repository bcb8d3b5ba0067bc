import type { KeyRing } from '../keys/key-ring.ts';
import type { SecondSteps } from '../second-step/second-step-calls.ts';
import type { MayLogIn } from '../sessions/may-log-in.ts';
import type { User } from '../users/user.ts';
import { principalOf } from '../users/principal-of.ts';
import type { UserRepository } from '../users/user-repository.ts';
import { endOfLife, idleEnd, standingOf, type RefreshSession } from './refresh-session.ts';
import {
  fingerprint,
  newSecret,
  newSessionId,
  parseToken,
  printToken,
  successorOf,
} from './refresh-token.ts';
import type { SessionRepository } from './session-repository.ts';

export interface Refreshed {
  jwt: string;
  user: User;
  /** The new refresh token and its lifetime. */
  token: string;
  maxAgeSeconds: number;
}

export interface RefreshSessions {
  /** Starts a session after a login, replacing the browser's previous one. */
  begin(
    user: User,
    replaced: string | null,
    browser?: string | null,
  ): Promise<Pick<Refreshed, 'token' | 'maxAgeSeconds'>>;
  /** Null when the session has ended for any reason. */
  refresh(token: string | null): Promise<Refreshed | null>;
  end(token: string | null): Promise<void>;
  /** The sessions of the account that the token belongs to; null when it is not valid. Does not use the token up. */
  list(token: string | null): Promise<ListedSession[] | null>;
  /** Ends the session with this id in the list. False when there is none, or the token is not valid. */
  endOne(token: string | null, id: string): Promise<boolean>;
  /** Ends all sessions of the account but that of the token. False when the token is not valid. */
  endOthers(token: string | null): Promise<boolean>;
}

export interface ListedSession {
  /** Names the session; grants nothing. */
  id: string;
  /** Browser and system, as `Firefox on Windows`; null for an unknown one. */
  browser: string | null;
  isCurrent: boolean;
  lastUsedAt: Date;
  endsAt: Date;
}

interface RefreshDependencies {
  sessions: SessionRepository;
  users: Pick<UserRepository, 'findById'>;
  keyRing: Pick<KeyRing, 'issue'>;
  mayLogIn: MayLogIn;
  secondSteps: Pick<SecondSteps, 'mustEnrol'>;
  now?: () => Date;
}

/** The id of a session is half of its token: lists have a hash. */
const listedId = (id: string): string => fingerprint(`listed ${id}`).slice(0, 22);

/** Maximum sessions of one account; the least recently used one is removed. */
const MAX_SESSIONS = 20;

/**
 * Refresh-token sessions with rotation: each use replaces the token. Reuse of a replaced token ends the
 * session for all its holders, because thief and owner cannot be distinguished.
 */
export function createRefreshSessions(dependencies: RefreshDependencies): RefreshSessions {
  const { sessions, users, keyRing, mayLogIn, secondSteps, now = () => new Date() } = dependencies;

  const secondsTo = (time: Date): number => Math.floor((time.getTime() - now().getTime()) / 1000);

  async function end(token: string | null): Promise<void> {
    const parsed = parseToken(token);
    if (parsed !== null) await sessions.remove(parsed.sessionId);
  }

  async function userOf({ userId, tokenVersion }: RefreshSession): Promise<User | null> {
    const user = await users.findById(userId);
    if (user === null || user.tokenVersion !== tokenVersion || mayLogIn(user) !== null) return null;
    return secondSteps.mustEnrol(user) ? null : user;
  }

  /** Rotates the session to the successor of this secret; null when the secret is not valid. */
  async function rotate(session: RefreshSession, secret: string): Promise<RefreshSession | null> {
    const at = now();
    const from = fingerprint(secret);
    const standing = standingOf(session, from, at);
    if (standing === 'just-replaced') return session;
    if (standing !== 'current') return null;
    const rotation = {
      current: fingerprint(successorOf(secret, session.key)),
      at,
      expiresAt: idleEnd(at, session.endsAt),
    };
    if (await sessions.rotate(session.id, from, rotation)) return { ...session, ...rotation };
    // Another tab was faster: this secret is the previous one now.
    const renewed = await sessions.find(session.id);
    return renewed !== null && standingOf(renewed, from, at) === 'just-replaced' ? renewed : null;
  }

  /** Resolves with the session of a token that could be used now. */
  async function sessionOf(token: string | null): Promise<RefreshSession | null> {
    const parsed = parseToken(token);
    const session = parsed === null ? null : await sessions.find(parsed.sessionId);
    if (parsed === null || session === null || (await userOf(session)) === null) return null;
    const standing = standingOf(session, fingerprint(parsed.secret), now());
    return standing === 'current' || standing === 'just-replaced' ? session : null;
  }

  return {
    async list(token) {
      const current = await sessionOf(token);
      if (current === null) return null;
      const all = await sessions.listOf(current.userId);
      return all
        .filter(({ expiresAt, tokenVersion }) => expiresAt > now() && tokenVersion === current.tokenVersion)
        .map(({ id, rotatedAt, endsAt, browser }) => ({
          id: listedId(id),
          browser: browser ?? null,
          isCurrent: id === current.id,
          lastUsedAt: rotatedAt,
          endsAt,
        }));
    },
    async endOne(token, listed) {
      const current = await sessionOf(token);
      if (current === null) return false;
      const one = (await sessions.listOf(current.userId)).find(({ id }) => listedId(id) === listed);
      if (one !== undefined) await sessions.remove(one.id);
      return one !== undefined;
    },
    async endOthers(token) {
      const current = await sessionOf(token);
      if (current === null) return false;
      for (const { id } of await sessions.listOf(current.userId))
        if (id !== current.id) await sessions.remove(id);
      return true;
    },
    async begin(user, replaced, browser = null) {
      await end(replaced);
      const secret = newSecret();
      const at = now();
      const endsAt = endOfLife(at);
      const expiresAt = idleEnd(at, endsAt);
      const id = newSessionId();
      await sessions.insert({
        id,
        userId: user.id,
        tokenVersion: user.tokenVersion,
        key: newSecret(),
        current: fingerprint(secret),
        previous: null,
        browser,
        rotatedAt: at,
        endsAt,
        expiresAt,
      });
      await sessions.removeOldest(user.id, MAX_SESSIONS);
      return { token: printToken({ sessionId: id, secret }), maxAgeSeconds: secondsTo(expiresAt) };
    },
    async refresh(token) {
      const parsed = parseToken(token);
      const session = parsed === null ? null : await sessions.find(parsed.sessionId);
      if (parsed === null || session === null) return null;
      const user = await userOf(session);
      const renewed = user === null ? null : await rotate(session, parsed.secret);
      if (user === null || renewed === null) {
        await sessions.remove(session.id);
        return null;
      }
      return {
        jwt: await keyRing.issue(principalOf(user)),
        user,
        token: printToken({ sessionId: session.id, secret: successorOf(parsed.secret, session.key) }),
        maxAgeSeconds: secondsTo(renewed.expiresAt),
      };
    },
    end,
  };
}
