import { unavailable } from '@vidhi/contracts/errors.ts';
import type { SavedArticle } from '../saved-articles/saved-article.ts';
import type { SavedArticleRepository } from '../saved-articles/saved-article-repository.ts';
import type { SessionRepository } from '../refresh/session-repository.ts';
import { WHOLE_USER, presentUser } from '../users/user-presenter.ts';
import type { User } from '../users/user.ts';

/** Data that the site stores about a person, for that person. */
export interface AccountExport {
  exportedAt: string;
  account: object;
  consents: User['consents'];
  sessions: { lastUsedAt: string; endsAt: string }[];
  mails: { template: string; to: string | null; requestedAt: string }[];
  savedArticles: SavedArticle[];
  /** As catalog stores it; null without one. */
  profile: unknown;
}

export type ExportAccount = (user: User) => Promise<AccountExport>;

/** Resolves with the profile of a user as catalog stores it. Rejects with 503 while catalog is unavailable. */
export type FindProfile = (userId: number) => Promise<unknown>;

const TIMEOUT_MS = 3_000;

export const createFindProfile =
  (catalogUrl: string | undefined, serviceToken: string): FindProfile =>
  async (userId) => {
    if (catalogUrl === undefined) return null;
    const response = await fetch(`${catalogUrl}/internal/users/${userId}/profile`, {
      headers: { 'x-service-token': serviceToken },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((cause: unknown) => {
      throw Object.assign(unavailable(), { cause });
    });
    if (!response.ok) throw unavailable();
    const { profile } = (await response.json()) as { profile: unknown };
    return profile;
  };

export const createExportAccount =
  (dependencies: {
    sessions: Pick<SessionRepository, 'listOf'>;
    savedArticles: Pick<SavedArticleRepository, 'listOf'>;
    findProfile: FindProfile;
    now?: () => Date;
  }): ExportAccount =>
  async (user) => {
    const { sessions, savedArticles, findProfile, now = () => new Date() } = dependencies;
    const [ofUser, saved, profile] = await Promise.all([
      sessions.listOf(user.id),
      savedArticles.listOf(user.id),
      findProfile(user.id),
    ]);
    return {
      exportedAt: now().toISOString(),
      account: presentUser(user, { ...WHOLE_USER, withRole: true }),
      consents: user.consents,
      sessions: ofUser.map(({ rotatedAt, endsAt }) => ({
        lastUsedAt: rotatedAt.toISOString(),
        endsAt: endsAt.toISOString(),
      })),
      mails: user.mailRequests.map(({ template, email, requestedAt }) => ({
        template,
        to: email,
        requestedAt,
      })),
      savedArticles: saved,
      profile,
    };
  };
