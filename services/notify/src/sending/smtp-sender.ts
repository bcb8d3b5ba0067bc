import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { createTransport } from 'nodemailer';
import { mailableAddress } from '@vidhi/contracts/email-address.ts';
import type { Bounce } from '../bounces/delivery-status.ts';
import { rejectedRecipient } from '../bounces/rejected-recipient.ts';
import { headerText } from '../templates/render-mail.ts';
import { personName } from '../templates/template-values.ts';

export interface Recipient {
  address: string;
  name: string | null;
}

export interface OutgoingMail {
  messageId: string;
  to: Recipient;
  /** Reply-To address; without it replies go to the sender. */
  replyTo?: Recipient;
  subject: string;
  html: string;
  text: string;
  /** Further headers, from templates only. */
  headers?: Readonly<Record<string, string>>;
  /**
   * Address to which the mail comes back if it cannot be delivered, and the token by which it is known again: also as ENVID (RFC 3461)
   * and in a header. The sender where left out.
   */
  returnPath?: { address: string; token: string };
  attachments?: readonly { filename: string; contentType: string; content: Buffer }[];
}

/** Sends mails by SMTP. */
export interface SmtpSender {
  /** Resolves when the server has accepted the mail. Rejects with `SmtpError`. */
  send(mail: OutgoingMail): Promise<void>;
}

/** A sending that failed. `code` never contains an address. */
export class SmtpError extends Error {
  readonly code: string;
  /** The server was not reached, or was busy: this says nothing about the mail. */
  readonly isUnavailable: boolean;
  /** The server did not respond to the end of the mail: it may have accepted it. */
  readonly mayBeAccepted: boolean;
  /** The server will never accept the mail: the mailbox does not exist, say. */
  readonly isPermanent: boolean;
  /** Verdict of the response on the mailbox; null where it has none. */
  readonly bounce: Bounce | null;

  constructor(
    code: string,
    kind: { isUnavailable: boolean; mayBeAccepted: boolean; isPermanent?: boolean; bounce?: Bounce | null },
    cause: unknown,
  ) {
    super(`the mail could not be sent: ${code}`, { cause });
    this.name = 'SmtpError';
    this.code = code;
    this.isUnavailable = kind.isUnavailable;
    this.mayBeAccepted = kind.mayBeAccepted;
    this.isPermanent = kind.isPermanent ?? false;
    this.bounce = kind.bounce ?? null;
  }
}

export interface SmtpOptions {
  /** `smtp://` or `smtps://`, with user, password and nodemailer's options as parameters. */
  url: string;
  /** Sender of a mail; its name is that of the site, which may change. */
  from: () => Promise<Recipient>;
  /** Time after which the connection is destroyed. */
  deadlineMs: number;
}

/** Most servers return the headers of a mail that they cannot deliver. */
const BOUNCE_TOKEN_HEADER = 'X-Bounce-Token';
const CONNECT_MS = 10_000;
const SMTP_PORT = 25;
const SMTPS_PORT = 465;

/** Codes of nodemailer that say nothing about the mail: the server, or the way to it, is at fault. */
const UNAVAILABLE = new Set(['EAUTH', 'ETLS', 'EOAUTH2', 'ENOAUTH']);
const CLOSING = 421;
/**
 * Temporary responses by which the server is busy with this client: the enhanced status (RFC 3463) of a system that accepts
 * nothing now, of congestion, or of a policy, as for too many connections or mails.
 */
const BUSY = /^4\d\d[ -]4\.(?:3\.2|4\.5|7\.\d{1,3})\b/m;

/**
 * Responses by which a mailbox cannot be reached, now or later: the codes of RFC 5321 for one that does not exist or is not local,
 * and the enhanced status (RFC 3463) of an address or of a disabled mailbox.
 */
const PERMANENT = /^55[013]\b|^5\d\d[ -]5\.(?:1\.\d{1,2}|2\.1)\b/m;
/** Rejections by a policy, such as a list of senders, or of a full mailbox: these may pass. */
const POLICY = /^5\d\d[ -]5\.(?:7\.\d{1,3}|2\.2|3\.\d)\b/m;

/** Classifies an error after the connection was open. */
function toSmtpError(error: unknown, isExpired: boolean): SmtpError {
  const details: object = error instanceof Error ? error : {};
  const code = 'code' in details && typeof details.code === 'string' ? details.code : 'EUNKNOWN';
  const responseCode = 'responseCode' in details ? Number(details.responseCode) : Number.NaN;
  const response = 'response' in details ? String(details.response) : '';
  if (UNAVAILABLE.has(code) || responseCode === CLOSING || BUSY.test(response))
    return new SmtpError(code, { isUnavailable: true, mayBeAccepted: false }, error);
  if (responseCode >= 400) {
    const isPermanent = PERMANENT.test(response) && !POLICY.test(response);
    const bounce = rejectedRecipient('command' in details ? String(details.command) : '', response);
    return new SmtpError(
      String(responseCode),
      { isUnavailable: false, mayBeAccepted: false, isPermanent, bounce },
      error,
    );
  }
  // Without a response it is unknown what the server has done.
  return new SmtpError(isExpired ? 'EDEADLINE' : code, { isUnavailable: false, mayBeAccepted: true }, error);
}

/** Domains in punycode, so that every mail server takes the address. */
const named = ({ name, address }: Recipient) => ({
  name: headerText(name ?? '').replaceAll(/["<>\\]/g, ''),
  address: mailableAddress(address) ?? address,
});

/** Creates a sender that opens one connection per mail, and destroys it at the deadline. */
export function createSmtpSender({ url, from: readSender, deadlineMs }: SmtpOptions): SmtpSender {
  const { protocol, hostname, port } = new URL(url);
  const isSecure = protocol === 'smtps:';
  const host = hostname.replaceAll(/^\[|\]$/g, '');
  const target = { host, port: Number(port === '' ? (isSecure ? SMTPS_PORT : SMTP_PORT) : port) };

  const openSocket = (): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const socket = isSecure ? connectTls({ ...target, servername: host }) : connectTcp(target);
      const timer = setTimeout(
        () => socket.destroy(new Error('connect timeout')),
        Math.min(CONNECT_MS, deadlineMs),
      );
      socket.once(isSecure ? 'secureConnect' : 'connect', () => {
        clearTimeout(timer);
        resolve(socket);
      });
      socket.once('error', (error) => {
        clearTimeout(timer);
        reject(error);
      });
    });

  return {
    async send({ to, replyTo, returnPath, headers = {}, attachments = [], ...mail }) {
      const from = await readSender();
      const startedAt = performance.now();
      let socket: Socket;
      try {
        socket = await openSocket();
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : 'ETIMEDOUT';
        throw new SmtpError(code, { isUnavailable: true, mayBeAccepted: false }, error);
      }
      let isExpired = false;
      const timer = setTimeout(
        () => {
          isExpired = true;
          socket.destroy();
        },
        deadlineMs - (performance.now() - startedAt),
      );
      const transport = createTransport({
        url,
        socketTimeout: deadlineMs,
        disableFileAccess: true,
        disableUrlAccess: true,
        getSocket: (_options, callback) => callback(null, { connection: socket, secured: isSecure }),
      });
      try {
        await transport.sendMail({
          ...mail,
          from: named(from),
          to: named({ ...to, name: personName(to.name) }),
          ...(replyTo === undefined ? {} : { replyTo: named(replyTo) }),
          envelope: { from: returnPath?.address ?? named(from).address, to: [named(to).address] },
          ...(returnPath === undefined
            ? {}
            : { dsn: { id: returnPath.token, return: 'headers', notify: 'failure' } }),
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(returnPath === undefined ? {} : { [BOUNCE_TOKEN_HEADER]: returnPath.token }),
            ...headers,
          },
          attachments: attachments.map((attachment) => ({ ...attachment })),
        });
      } catch (error) {
        throw toSmtpError(error, isExpired);
      } finally {
        clearTimeout(timer);
        socket.destroy();
      }
    },
  };
}
