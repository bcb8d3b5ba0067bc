/** An address to write to; the subject is filled in where it is known. */
export function MailLink({ email, subject }: { email: string; subject?: string }) {
  const query = subject === undefined ? '' : `?subject=${encodeURIComponent(subject)}`;
  return <a href={`mailto:${email}${query}`}>{email}</a>;
}
