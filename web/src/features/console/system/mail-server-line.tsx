import { mailServerApi } from './system-api.ts';

/** Where mails go and who sends them; nothing while notify does not say it. */
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
