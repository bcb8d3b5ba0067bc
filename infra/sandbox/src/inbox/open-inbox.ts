import type { FastifyInstance } from 'fastify';
import { createFaults } from './faults.ts';
import { inboxRoutes } from './inbox-routes.ts';
import { openMailStore } from './mail-store.ts';
import { startSmtp } from './smtp-server.ts';

export interface InboxOptions {
  /** Folder of the mails. */
  dataDir: string;
  /** Loopback unless given. */
  smtpHost?: string | undefined;
  smtpPort: number;
  maxMails: number;
  /** Host names besides loopback that it is reached by. */
  hostNames?: readonly string[];
  onFailure: (error: unknown) => void;
}

export interface Inbox {
  smtpPort: number;
  routes: (app: FastifyInstance) => Promise<void>;
  close(): Promise<void>;
}

/** Opens the mail inbox: its SMTP server listens when this resolves; `routes` serve its pages and its API. */
export async function openInbox({
  dataDir,
  smtpHost,
  smtpPort,
  maxMails,
  hostNames,
  onFailure,
}: InboxOptions): Promise<Inbox> {
  const store = await openMailStore({ dataDir, maxMails });
  const faults = createFaults();
  const users = new Map<string, string>();
  const smtp = await startSmtp({ host: smtpHost, port: smtpPort, store, faults, users, onFailure });
  return {
    smtpPort: smtp.port,
    routes: (app) => inboxRoutes(app, { smtpPort: smtp.port, store, faults, users, hostNames }),
    close: () => smtp.close(),
  };
}
