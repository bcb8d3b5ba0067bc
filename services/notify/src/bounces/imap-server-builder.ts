import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A mail in the mailbox. Without `status` it is an ordinary one. */
export interface StoredReport {
  to: string;
  /** Text of the part `message/delivery-status`. */
  status?: string;
  /** Headers of the mail that came back. */
  returned?: string;
}

interface StoredMail extends StoredReport {
  uid: number;
  isSeen: boolean;
}

/**
 * An IMAP server (RFC 3501) with one mailbox, for tests: as much of the protocol as reading and flagging takes. What Dovecot sends
 * for the same commands has the same form.
 */
export interface ImapServer {
  /** `imap://bounces:secret@127.0.0.1:port/INBOX` */
  url: string;
  add(report: StoredReport): void;
  unseen(): number;
  /** Commands of all clients, without tags and passwords. */
  commands: string[];
  /** Drops the connection instead of responding to commands that match. */
  breakAt: RegExp | null;
  close(): Promise<void>;
}

const CREDENTIALS = '\0bounces\0secret';
const ALLOWED = 'CAPABILITY IMAP4rev1 AUTH=PLAIN';

const quoted = (text: string): string => `"${text}"`;
const partOf = (type: string, text: string): string => {
  const [kind = '', subtype = ''] = type.split('/');
  const lines = kind === 'text' ? ' 1' : '';
  return `(${quoted(kind)} ${quoted(subtype)} NIL NIL NIL "7bit" ${text.length}${lines} NIL NIL NIL NIL)`;
};

const textsOf = ({ status, returned = '' }: StoredReport): string[] =>
  status === undefined ? ['Hello'] : ['It failed.', status, returned];

function structureOf(mail: StoredReport): string {
  const [first = '', second = '', third = ''] = textsOf(mail);
  if (mail.status === undefined) return partOf('text/plain', first);
  const parts = [
    partOf('text/plain', first),
    partOf('message/delivery-status', second),
    partOf('text/rfc822-headers', third),
  ];
  return `(${parts.join('')} "report" ("report-type" "delivery-status" "boundary" "b") NIL NIL NIL)`;
}

const literal = (text: string): string => `{${Buffer.byteLength(text)}}\r\n${text}`;

/** Returns the items of a FETCH that are requested. */
function fetched(mail: StoredMail, items: string): string {
  const pieces = [`UID ${mail.uid}`, `FLAGS (${mail.isSeen ? '\\Seen' : ''})`];
  if (items.includes('BODYSTRUCTURE')) pieces.push(`BODYSTRUCTURE ${structureOf(mail)}`);
  for (const [, section = '', range] of items.matchAll(/BODY\.PEEK\[([^\]]*)\](<\d+)?/g)) {
    const name = `BODY[${section}]${range === undefined ? '' : `${range}>`}`;
    if (section.startsWith('HEADER')) pieces.push(`${name} ${literal(`To: ${mail.to}\r\n\r\n`)}`);
    else if (section.endsWith('MIME')) pieces.push(`${name} ${literal('Content-Type: text/plain\r\n\r\n')}`);
    else pieces.push(`${name} ${literal(textsOf(mail)[Number(section) - 1] ?? '')}`);
  }
  return pieces.join(' ');
}

export async function anImapServer(): Promise<ImapServer> {
  const mails: StoredMail[] = [];
  const sockets = new Set<Socket>();
  const commands: string[] = [];
  const state: Pick<ImapServer, 'breakAt'> = { breakAt: null };

  /** Tags of clients that are to send their password. */
  const logins = new Map<Socket, string>();

  function checkPassword(socket: Socket, tag: string, line: string): void {
    logins.delete(socket);
    const isRight = Buffer.from(line, 'base64').toString().endsWith(CREDENTIALS);
    socket.write(`${tag} ${isRight ? 'OK Done' : 'NO [AUTHENTICATIONFAILED] Wrong password'}\r\n`);
  }

  function respond(socket: Socket, line: string): void {
    const login = logins.get(socket);
    if (login !== undefined) return checkPassword(socket, login, line);
    const [tag = '', ...words] = line.split(' ');
    const command = words.join(' ');
    commands.push(command);
    if (state.breakAt?.test(command) === true) return void socket.destroy();
    const send = (...lines: string[]): void => void socket.write(lines.map((text) => `${text}\r\n`).join(''));
    const [, uids = '', rest = ''] = /^UID (?:FETCH|STORE) (\S+) (.*)$/s.exec(command) ?? [];
    const index = mails.findIndex(({ uid }) => String(uid) === uids);
    const mail = mails[index];
    if (command.startsWith('CAPABILITY')) send(`* ${ALLOWED}`);
    if (command.startsWith('LIST')) send('* LIST (\\HasNoChildren) "/" "INBOX"');
    if (command.startsWith('LOGOUT')) send('* BYE Until next time');
    if (command.startsWith('SELECT'))
      send(
        '* FLAGS (\\Seen)',
        `* ${mails.length} EXISTS`,
        '* OK [UIDVALIDITY 1] valid',
        '* OK [UIDNEXT 999] next',
      );
    if (command.startsWith('UID SEARCH'))
      send(
        `* SEARCH ${mails
          .filter(({ isSeen }) => !isSeen)
          .map(({ uid }) => uid)
          .join(' ')}`.trimEnd(),
      );
    if (command.startsWith('UID FETCH') && mail !== undefined)
      send(`* ${index + 1} FETCH (${fetched(mail, rest)})`);
    if (command.startsWith('UID STORE') && mail !== undefined) {
      mail.isSeen ||= /\+FLAGS(?:\.SILENT)? \(\\Seen\)/.test(rest);
      send(`* ${index + 1} FETCH (UID ${mail.uid} FLAGS (\\Seen))`);
    }
    if (command.startsWith('AUTHENTICATE')) {
      logins.set(socket, tag);
      return send('+ ');
    }
    return send(`${tag} OK Done`);
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.write(`* OK [${ALLOWED}] ready\r\n`);
    let pending = '';
    socket.on('data', (chunk) => {
      const lines = `${pending}${chunk.toString()}`.split('\r\n');
      pending = lines.pop() ?? '';
      for (const line of lines) respond(socket, line);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    url: `imap://bounces:secret@127.0.0.1:${port}/INBOX`,
    commands,
    add: (report: StoredReport) => void mails.push({ ...report, uid: mails.length + 1, isSeen: false }),
    unseen: () => mails.filter(({ isSeen }) => !isSeen).length,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
