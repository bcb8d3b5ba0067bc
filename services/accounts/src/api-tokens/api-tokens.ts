import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Actor } from '@vidhi/contracts/actor.ts';
import {
  API_TOKEN_PREFIX,
  isApiToken,
  type CreateTokenBody,
  type VerifiedApiToken,
} from '@vidhi/contracts/api-tokens.ts';
import { WireError, notFound } from '@vidhi/contracts/errors.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import type { RecordFact } from '../audit/audit-log.ts';
import type { UserRepository } from '../users/user-repository.ts';
import type { ApiTokenRepository, StoredApiToken } from './api-token-repository.ts';

export interface ApiTokens {
  list(): Promise<StoredApiToken[]>;
  /** Resolves with the token itself too, which is not there again later. */
  create(values: CreateTokenBody, actor: Actor): Promise<{ stored: StoredApiToken; token: string }>;
  /** Ends a token. Services reject it within half a second. */
  revoke(id: string, actor: Actor): Promise<void>;
  /** Resolves with null for a token that is unknown or expired, or whose administrator is none any more. */
  verify(token: string): Promise<VerifiedApiToken>;
}

export interface ApiTokensDependencies {
  tokens: ApiTokenRepository;
  users: Pick<UserRepository, 'findById'>;
  recordFact: RecordFact;
  now?: () => Date;
}

const TOKEN_BYTES = 32;
const HINT_CHARS = 10;
const DAY_MS = 86_400_000;
const USE_MS = 60_000;
const MAX_TOKENS = 100;

/** A token has 256 random bits, so that a plain hash cannot be reversed, and looking it up tells nothing about others. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

export function createApiTokens(dependencies: ApiTokensDependencies): ApiTokens {
  const { tokens, users, recordFact, now = () => new Date() } = dependencies;

  /** Called before the write, so that none is without its entry in the audit log. */
  const record = (
    action: 'create' | 'revoke',
    { _id, name, scopes }: StoredApiToken,
    actor: Actor,
  ): Promise<void> =>
    recordFact({
      eventId: `audit:accounts:api-token:${_id}:${action}`,
      fact: {
        at: now().toISOString(),
        actor,
        action,
        service: 'accounts',
        type: 'api-token',
        id: _id,
        label: name,
        changes:
          action === 'create' ? [{ path: 'scopes', from: null, to: scopes.join(', ').slice(0, 200) }] : [],
      },
    });

  return {
    list: () => tokens.list(),
    async create({ name, scopes, expires_in_days: days }, actor) {
      if (actor.id === null) throw new Error('an account creates tokens');
      if ((await tokens.list()).length >= MAX_TOKENS)
        throw new WireError(409, 'ConflictError', `There are ${MAX_TOKENS} tokens. Please revoke one first`);
      const token = API_TOKEN_PREFIX + randomBytes(TOKEN_BYTES).toString('base64url');
      const at = now();
      const stored: StoredApiToken = {
        _id: randomUUID(),
        hash: hashOf(token),
        hint: token.slice(0, HINT_CHARS),
        name: name.trim(),
        scopes: [...scopes],
        createdBy: actor.id,
        createdAt: at,
        expiresAt: new Date(at.getTime() + days * DAY_MS),
        lastUsedAt: null,
      };
      await record('create', stored, actor);
      await tokens.insert(stored);
      return { stored, token };
    },
    async revoke(id, actor) {
      const stored = await tokens.find(id);
      if (stored === null) throw notFound();
      await record('revoke', stored, actor);
      await tokens.remove(id);
    },
    async verify(token) {
      if (!isApiToken(token)) return null;
      const stored = await tokens.findByHash(hashOf(token));
      const at = now();
      if (stored === null || stored.expiresAt <= at) return null;
      const owner = await users.findById(stored.createdBy);
      if (owner === null || owner.blocked || owner.role !== ROLE.administrator) return null;
      if (stored.lastUsedAt === null || at.getTime() - stored.lastUsedAt.getTime() >= USE_MS)
        await tokens.setUsed(stored._id, at);
      const { _id: id, name, scopes } = stored;
      return { id, name, scopes, userId: owner.id, tokenVersion: owner.tokenVersion };
    },
  };
}
