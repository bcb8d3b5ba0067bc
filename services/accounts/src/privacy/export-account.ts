import type { KnownClientRepository } from '../devices/known-client-repository.ts';
import type { SavedArticle } from '../saved-articles/saved-article.ts';
import type { SavedArticleRepository } from '../saved-articles/saved-article-repository.ts';
import type { SessionRepository } from '../refresh/session-repository.ts';
import { WHOLE_USER, presentUser } from '../users/user-presenter.ts';
import type { User } from '../users/user.ts';
import type { FindStoredElsewhere, StoredElsewhere } from './stored-elsewhere.ts';

/** Data that the site stores about a person, for that person. */
export interface AccountExport extends StoredElsewhere {
  exportedAt: string;
  account: object;
  consents: User['consents'];
  sessions: { lastUsedAt: string; endsAt: string }[];
  /** Browsers and addresses from which somebody has logged in; which ones, the site does not know either. */
  knownDevices: { kind: string; lastUsedAt: string }[];
  mails: { template: string; to: string | null; requestedAt: string }[];
  savedArticles: SavedArticle[];
}

export type ExportAccount = (user: User) => Promise<AccountExport>;

export const createExportAccount =
  (dependencies: {
    sessions: Pick<SessionRepository, 'listOf'>;
    savedArticles: Pick<SavedArticleRepository, 'listOf'>;
    knownClients: Pick<KnownClientRepository, 'listOf'>;
    findStoredElsewhere: FindStoredElsewhere;
    now?: () => Date;
  }): ExportAccount =>
  async (user) => {
    const {
      sessions,
      savedArticles,
      knownClients,
      findStoredElsewhere,
      now = () => new Date(),
    } = dependencies;
    const [ofUser, saved, known, elsewhere] = await Promise.all([
      sessions.listOf(user.id),
      savedArticles.listOf(user.id),
      knownClients.listOf(user.id),
      findStoredElsewhere(user),
    ]);
    return {
      exportedAt: now().toISOString(),
      account: presentUser(user, { ...WHOLE_USER, withRole: true }),
      consents: user.consents,
      sessions: ofUser.map(({ rotatedAt, endsAt }) => ({
        lastUsedAt: rotatedAt.toISOString(),
        endsAt: endsAt.toISOString(),
      })),
      knownDevices: known.map(({ kind, usedAt }) => ({ kind, lastUsedAt: usedAt.toISOString() })),
      mails: user.mailRequests.map(({ template, email, requestedAt }) => ({
        template,
        to: email,
        requestedAt,
      })),
      savedArticles: saved,
      ...elsewhere,
    };
  };
