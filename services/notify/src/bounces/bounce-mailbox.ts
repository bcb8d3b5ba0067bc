import { ImapFlow, type FetchMessageObject, type MessageStructureObject } from 'imapflow';

/** A mail of the mailbox, as far as it matters. */
export interface ReceivedReport {
  /** The part `message/delivery-status`; null for a mail that is no report. */
  deliveryStatus: string | null;
  /** Texts in which the token of the returned mail may be: recipients of the report, the report itself, and the headers that it returns. */
  traces: string;
}

export interface BounceMailbox {
  /**
   * Reads the mails that were not read before, oldest first, and flags each as read once `handle` has resolved. One that cannot be
   * read or handled stays unread and stops none of the others; the first such error rejects at the end. Rejects at once where the
   * connection is lost: the rest is read next time.
   */
  read(handle: (report: ReceivedReport) => Promise<void>): Promise<void>;
}

export interface BounceMailboxOptions {
  /** `imaps://user:password@host:port/folder`; `imap://` with STARTTLS, without it on this machine alone. */
  url: string;
  timeoutMs?: number;
  /** Ends a reading. */
  signal?: AbortSignal;
}

const TIMEOUT_MS = 30_000;
/** Mails of one reading: the next one follows soon. */
const MAX_MAILS = 200;
const MAX_PART_BYTES = 65_536;
const HEADERS = ['to', 'cc', 'delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to'];
const STATUS_TYPES = new Set(['message/delivery-status', 'message/global-delivery-status']);
const RETURNED_TYPES = new Set([
  'text/rfc822-headers',
  'message/rfc822',
  'message/global',
  'message/global-headers',
]);
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

function clientOf({ url, timeoutMs = TIMEOUT_MS }: BounceMailboxOptions): ImapFlow {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'imaps:';
  return new ImapFlow({
    host: hostname.replaceAll(/^\[|\]$/g, ''),
    port: Number(port === '' ? (secure ? 993 : 143) : port),
    secure,
    // The password goes through no open connection but within this machine.
    ...(secure || LOOPBACK.test(hostname) ? {} : { doSTARTTLS: true }),
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
}

const folderOf = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1)) || 'INBOX';

/** The parts of a report, in the order of the mail. */
function partsOf({ bodyStructure }: FetchMessageObject): MessageStructureObject[] {
  if (bodyStructure?.type.toLowerCase() !== 'multipart/report') return [];
  return bodyStructure.childNodes ?? [];
}

/** Creates a reader that opens one connection for each reading. */
export function createBounceMailbox(options: BounceMailboxOptions): BounceMailbox {
  const { url, signal } = options;

  async function readPart(client: ImapFlow, uid: number, part: string | undefined): Promise<string> {
    const { content } = await client.download(String(uid), part ?? '1', {
      uid: true,
      maxBytes: MAX_PART_BYTES,
    });
    // The mail was removed meanwhile.
    if (content === undefined) return '';
    let text = '';
    for await (const chunk of content) text += String(chunk);
    return text;
  }

  async function readReport(client: ImapFlow, mail: FetchMessageObject): Promise<ReceivedReport> {
    const parts = partsOf(mail);
    const status = parts.find(({ type }) => STATUS_TYPES.has(type.toLowerCase()));
    if (status === undefined) return { deliveryStatus: null, traces: '' };
    const deliveryStatus = await readPart(client, mail.uid, status.part);
    const returned = parts.find(({ type }) => RETURNED_TYPES.has(type.toLowerCase()));
    const traces = [
      mail.headers?.toString() ?? '',
      deliveryStatus,
      returned === undefined ? '' : await readPart(client, mail.uid, returned.part),
    ];
    // Headers are folded at any place; a token has no space.
    return { deliveryStatus, traces: traces.join('\n').replaceAll(/\r?\n[ \t]+/g, '') };
  }

  async function readAll(client: ImapFlow, handle: (report: ReceivedReport) => Promise<void>): Promise<void> {
    await client.mailboxOpen(folderOf(url));
    const found = await client.search({ seen: false }, { uid: true });
    const uids = (found === false ? [] : (found ?? [])).toSorted((a, b) => a - b).slice(0, MAX_MAILS);
    const failures: unknown[] = [];
    for (const uid of uids) {
      if (signal?.aborted === true) return;
      const mail = await client.fetchOne(
        String(uid),
        { uid: true, bodyStructure: true, headers: HEADERS },
        { uid: true },
      );
      // Somebody else has removed it meanwhile.
      if (mail === false || mail === undefined) continue;
      try {
        await handle(await readReport(client, mail));
      } catch (error) {
        if (!client.usable) throw error;
        failures.push(error);
        continue;
      }
      await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true });
    }
    if (failures.length > 0) throw failures[0];
  }

  return {
    async read(handle) {
      const client = clientOf(options);
      // Without a listener, an error of the connection would end the process; the command that waits rejects, too.
      client.on('error', () => undefined);
      const close = (): void => client.close();
      try {
        await client.connect();
        signal?.addEventListener('abort', close, { once: true });
        await readAll(client, handle);
        await client.logout();
      } finally {
        signal?.removeEventListener('abort', close);
        client.close();
      }
    },
  };
}
