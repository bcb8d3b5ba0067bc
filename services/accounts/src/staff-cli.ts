import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { DESKS, EDITOR_DESKS } from '@vidhi/contracts/desks.ts';
import { messageOf } from '@vidhi/service-kit/retry.ts';
import {
  CommandError,
  findSite,
  requestService,
  runCommand,
  type SiteAddresses,
} from '@vidhi/service-kit/site-command.ts';
import type { StaffOutcome } from './staff/add-staff.ts';

// `npm run staff -- add|block|unblock|reset-second-step EMAIL`: creates accounts of staff, the first administrator among
// them, blocks any account, and turns off a second step whose phone is lost. Sends a request to the running site, whose URLs and service token the launcher has recorded.

const USAGE = `Usage: npm run staff -- add EMAIL ROLE [--desks LIST] [--first-name NAME] [--last-name NAME] [--password-stdin]
       npm run staff -- block EMAIL
       npm run staff -- unblock EMAIL
       npm run staff -- reset-second-step EMAIL

  block              nobody can log in with this account any more, and its tokens are revoked
  reset-second-step  turns off two-step login, for somebody who has lost phone and recovery codes
  ROLE               editor (10) or administrator (11)
  --desks            of an editor, separated by commas: ${DESKS.join(', ')} (without it ${EDITOR_DESKS.join(', ')})
  --password-stdin   reads the password from standard input; without it one is made up and shown once
  DATA_DIR           where the running site keeps its data (.data when not set)`;

interface AddCommand {
  verb: 'add';
  account: { email: string; role: string; desks?: string[]; first_name?: string; last_name?: string };
  readsPassword: boolean;
}

interface AccountCommand {
  verb: 'block' | 'unblock' | 'reset-second-step';
  email: string;
}

interface AccountOutcome {
  id: number;
  email: string;
  role: number;
  outcome: string;
}

const isVerbOfAccount = (verb: string | undefined): verb is AccountCommand['verb'] =>
  verb === 'block' || verb === 'unblock' || verb === 'reset-second-step';

const OPTIONS = {
  desks: { type: 'string' },
  'first-name': { type: 'string' },
  'last-name': { type: 'string' },
  'password-stdin': { type: 'boolean', default: false },
} as const;

function parseWords(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new CommandError(`${messageOf(error)}.\n\n${USAGE}`);
  }
}

function readCommand(args: readonly string[]): AddCommand | AccountCommand {
  const { values, positionals } = parseWords(args);
  const [verb, email, role, ...extra] = positionals;
  if (isVerbOfAccount(verb) && email !== undefined && role === undefined) return { verb, email };
  if (verb !== 'add' || email === undefined || role === undefined || extra.length > 0)
    throw new CommandError(USAGE);
  const { desks, 'first-name': first_name, 'last-name': last_name } = values;
  return {
    verb,
    account: {
      email,
      role,
      ...(desks === undefined ? {} : { desks: desks.split(',').filter((desk) => desk !== '') }),
      ...(first_name === undefined ? {} : { first_name }),
      ...(last_name === undefined ? {} : { last_name }),
    },
    readsPassword: values['password-stdin'],
  };
}

async function run(words: readonly string[]): Promise<string> {
  const command = readCommand(words);
  const site = await findSite(process.env);
  return command.verb === 'add' ? addStaff(site, command) : changeAccount(site, command);
}

async function changeAccount(site: SiteAddresses, { verb, email }: AccountCommand): Promise<string> {
  const result = await (verb === 'reset-second-step'
    ? requestService<AccountOutcome>(site, 'accounts', '/internal/staff/second-step-reset', { email })
    : requestService<AccountOutcome>(site, 'accounts', '/internal/staff/blocked', {
        email,
        blocked: verb === 'block',
      }));
  return `${result.email} (user ${result.id}, role ${result.role}): ${result.outcome}.`;
}

async function addStaff(site: SiteAddresses, { readsPassword, account }: AddCommand): Promise<string> {
  const password = readsPassword ? { password: (await text(process.stdin)).replace(/\r?\n$/, '') } : {};
  const { id, email, role, outcome, generatedPassword } = await requestService<StaffOutcome>(
    site,
    'accounts',
    '/internal/staff',
    {
      ...account,
      ...password,
    },
  );
  const line = `${email} (user ${id}, role ${role}): ${outcome}.`;
  return generatedPassword === undefined
    ? line
    : `${line}\nPassword: ${generatedPassword}\nIt is shown only once and not stored.`;
}

await runCommand(run);
