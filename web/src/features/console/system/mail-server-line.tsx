import { mailServerApi } from './system-api.ts';

/** The server and the sender of mails; nothing while notify does not respond. */
export function MailServerLine() {
  const { currentData: server } = mailServerApi.useRow('');
  if (server === undefined) return null;
  const { host, sender, is_sandbox: isSandbox } = server;
  if (isSandbox)
    return (
      <li>No mail leaves this server: all stay in the inbox whose address the start of the site printed.</li>
    );
  return (
    <li>
      Mails go out by {host ?? 'the mail server of SMTP_URL'}, from {sender}.
    </li>
  );
}
