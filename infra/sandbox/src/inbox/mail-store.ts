import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseMail, type Mail } from './mail.ts';

type Summary = Pick<Mail, 'id' | 'messageId' | 'to' | 'from' | 'subject' | 'receivedAt'>;

/** Mails on disk, one pair of files each: `<id>.eml` as received, `<id>.json` parsed. */
export interface MailStore {
  /** Resolves when the mail is stored; then deletes the oldest above the limit. */
  add(source: Buffer, to: readonly string[]): Promise<Mail>;
  /** Newest first. */
  list(filter?: { to?: string | undefined; limit?: number }): Promise<Mail[]>;
  summaries(): Summary[];
  find(id: number): Promise<Mail | null>;
  /** Every mail with this `Message-ID`, newest first; angle brackets may be absent. */
  findByMessageId(messageId: string): Summary[];
  source(id: number): Promise<Buffer | null>;
  clear(): Promise<void>;
}

interface StoreOptions {
  dataDir: string;
  maxMails: number;
}

const PRIVATE = { mode: 0o600 } as const;
const bare = (messageId: string): string => messageId.trim().replace(/^<|>$/g, '');
const sameAddress = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

async function readOrNull(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Opens the store of a folder, which is created where it does not exist. It contains the mails of earlier processes. */
export async function openMailStore({ dataDir, maxMails }: StoreOptions): Promise<MailStore> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const fileOf = (id: number, kind: 'eml' | 'json'): string => join(dataDir, `${id}.${kind}`);

  async function readMail(id: number): Promise<Mail | null> {
    const text = await readOrNull(fileOf(id, 'json'));
    return text === null ? null : (JSON.parse(text.toString()) as Mail);
  }

  /** Oldest first. */
  let stored: Summary[] = [];
  let lastId = 0;
  const ids = (await readdir(dataDir))
    .flatMap((name) => (/^\d+\.json$/.test(name) ? [Number.parseInt(name, 10)] : []))
    .toSorted((a, b) => a - b);
  for (const id of ids) {
    const mail = await readMail(id);
    if (mail !== null) stored.push(summaryOf(mail));
    lastId = id;
  }

  async function remove(id: number): Promise<void> {
    for (const kind of ['json', 'eml'] as const) await rm(fileOf(id, kind), { force: true });
  }

  async function removeOldest(): Promise<void> {
    const excess = stored.splice(0, Math.max(0, stored.length - maxMails));
    for (const { id } of excess) await remove(id);
  }

  return {
    async add(source, to) {
      lastId += 1;
      const mail = await parseMail(source, { id: lastId, to, receivedAt: new Date() });
      await writeFile(fileOf(mail.id, 'eml'), source, PRIVATE);
      // The rename completes the pair: an .eml file without its .json belongs to a mail that was not accepted.
      await writeFile(`${fileOf(mail.id, 'json')}.new`, JSON.stringify(mail), PRIVATE);
      await rename(`${fileOf(mail.id, 'json')}.new`, fileOf(mail.id, 'json'));
      stored.push(summaryOf(mail));
      stored.sort((a, b) => a.id - b.id);
      await removeOldest();
      return mail;
    },
    async list({ to, limit = Number.POSITIVE_INFINITY } = {}) {
      const matching = stored.filter(
        (mail) => to === undefined || mail.to.some((address) => sameAddress(address, to)),
      );
      const newest = matching.toReversed().slice(0, limit);
      const mails = await Promise.all(newest.map(({ id }) => readMail(id)));
      return mails.filter((mail) => mail !== null);
    },
    summaries: () => stored.toReversed(),
    find: (id) => readMail(id),
    findByMessageId: (messageId) =>
      stored.filter((mail) => bare(mail.messageId) === bare(messageId)).toReversed(),
    source: (id) => readOrNull(fileOf(id, 'eml')),
    async clear() {
      const removed = stored;
      stored = [];
      for (const { id } of removed) await remove(id);
    },
  };
}

const summaryOf = ({ id, messageId, to, from, subject, receivedAt }: Mail): Summary => ({
  id,
  messageId,
  to,
  from,
  subject,
  receivedAt,
});
