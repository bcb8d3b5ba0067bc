import type { Registrant, RegistrationEvidence, Violation } from './evidence.ts';

const CUSTOMER = 4;

/** Each kind of violation that a registration can have. All are gone once it has settled. */
export function checkRegistrations(evidence: RegistrationEvidence): Violation[] {
  const { registrants, accounts, profiles, mails, inbox } = evidence;
  const violations: Violation[] = [];
  const find = (kind: string, subject: string, details: string): void =>
    void violations.push({ kind, subject, details });

  function checkMail(subject: string, requestId: string, template: string): void {
    const rows = mails.filter(({ eventId }) => eventId === `mail.requested:${requestId}`);
    const [row] = rows;
    if (rows.length !== 1 || row === undefined)
      return find('one mail of each kind', subject, `${rows.length} × ${template}`);
    if (row.state !== 'SENT' && row.state !== 'CANCELLED')
      return find('mail not sent', subject, `${template} ${row.state}`);
    const received = inbox.filter(({ messageId }) => messageId === row.messageId).length;
    if (received > 1 || (received === 0 && row.state === 'SENT'))
      find('mails received', subject, `${received} × ${template}`);
  }

  function checkRegistrant({ name, email, role, isComplete }: Registrant): void {
    const own = accounts.filter((account) => account.email === email);
    const [account] = own;
    if (own.length > 1) find('two accounts', name, email);
    if (account === undefined) {
      if (isComplete) find('no account', name, email);
      return;
    }
    if (account.outboxDue !== undefined) find('event not published', name, `account ${account._id}`);
    if (isComplete && account.role !== role) find('role', name, `${account.role}, not ${role}`);
    const made = profiles.filter((profile) => profile.users_permissions_user === account._id).length;
    if (made > 1) find('two profiles', name, `${made} profiles`);
    if (isComplete && role !== CUSTOMER && made === 0) find('no profile', name, `account ${account._id}`);
    if (role === CUSTOMER && made > 0) find('profile of a customer', name, `account ${account._id}`);
    const requests = account.mailRequests ?? [];
    for (const template of ['registration-notice', 'email-confirmation']) {
      const requested = requests.filter((request) => request.template === template);
      if (requested.length > 1)
        find('one mail of each kind', name, `${requested.length} requests of ${template}`);
      for (const { requestId } of requested) checkMail(name, requestId, template);
    }
    const confirmations = inbox.filter(
      ({ to, subject }) => to === email && subject.startsWith('Confirm your email address'),
    ).length;
    if (confirmations !== 1) find('mails received', name, `${confirmations} × confirmation`);
  }

  registrants.forEach(checkRegistrant);
  const ids = new Set(accounts.map(({ _id }) => _id));
  for (const { _id, users_permissions_user: owner } of profiles)
    if (owner !== undefined && !ids.has(owner)) find('profile of nobody', String(_id), `account ${owner}`);
  return violations;
}
