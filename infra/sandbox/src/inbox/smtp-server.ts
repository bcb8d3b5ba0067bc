import { setTimeout as delay } from 'node:timers/promises';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { Faults } from './faults.ts';
import type { MailStore } from './mail-store.ts';

const LOOPBACK = '127.0.0.1';
const MAX_MAIL_BYTES = 26_214_400;
const CLOSE_TIMEOUT_MS = 1_000;

export interface SmtpOptions {
  /** Loopback unless given. */
  host?: string | undefined;
  /** 0 is any free one. */
  port: number;
  store: Pick<MailStore, 'add'>;
  faults: Pick<Faults, 'take'>;
  /** Passwords by user name. While there is one, mails need a login. */
  users: ReadonlyMap<string, string>;
  /** Called for errors of connections and of the store. */
  onFailure: (error: unknown) => void;
}

export interface RunningSmtp {
  port: number;
  close(): Promise<void>;
}

const replyError = (code: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode: code });

/** Starts an SMTP server that accepts every mail into the store, unless it needs a login or a fault applies to it. */
export async function startSmtp({
  host = LOOPBACK,
  port,
  store,
  faults,
  users,
  onFailure,
}: SmtpOptions): Promise<RunningSmtp> {
  function dropConnection(session: SMTPServerSession): void {
    for (const connection of server.connections) if (connection.session.id === session.id) connection.close();
  }

  /** Resolves with whether to respond; rejects with the error to respond with. */
  async function receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<boolean> {
    const to = session.envelope.rcptTo.map(({ address }) => address);
    const source = await buffer(stream);
    if (stream.sizeExceeded) throw replyError(552, 'The mail is too large');
    const fault = faults.take(to);
    if (fault?.kind === 'reject') throw replyError(fault.code, 'Rejected on demand');
    await store.add(source, to);
    if (fault?.kind === 'delay') await delay(fault.ms, undefined, { ref: false });
    if (fault?.kind !== 'drop') return true;
    dropConnection(session);
    return false;
  }

  const server = new SMTPServer({
    banner: 'Vidhi mail inbox',
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    size: MAX_MAIL_BYTES,
    logger: false,
    closeTimeout: CLOSE_TIMEOUT_MS,
    onAuth({ username = '', password }, _session, respond) {
      const isUser = users.has(username) && users.get(username) === password;
      respond(isUser ? null : replyError(535, 'Unknown user or wrong password'), { user: username });
    },
    onMailFrom(_address, { user }, respond) {
      respond(users.size > 0 && user === undefined ? replyError(530, 'Log in first') : null);
    },
    onData(stream, session, respond) {
      receive(stream, session).then(
        (responds) => {
          if (responds) respond(null, 'Accepted');
        },
        (error: unknown) => {
          const isReply = error instanceof Error && 'responseCode' in error;
          if (!isReply) onFailure(error);
          respond(isReply ? error : replyError(451, 'The mail could not be stored'));
        },
      );
    },
  });
  server.on('error', onFailure);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
