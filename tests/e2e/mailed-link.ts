import { expect } from 'vitest';

const inbox = process.env['E2E_MAIL_INBOX'] ?? '';

interface Mail {
  text: string;
}

/** Resolves with the link of this pathname in the newest mail to an address that has one; waits until there is one. */
export async function mailedLink(email: string, pathname: string): Promise<string> {
  const find = async (): Promise<string> => {
    const mails = (await (await fetch(`${inbox}/messages?to=${encodeURIComponent(email)}`)).json()) as Mail[];
    const links = mails.flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? []);
    return links.find((link) => new URL(link).pathname === pathname) ?? '';
  };
  await expect.poll(find).not.toBe('');
  return find();
}
