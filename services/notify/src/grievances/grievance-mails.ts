import type { MailBlock, MailTemplate } from '../templates/mail-content.ts';
import { formatTime, linkOf, textOf } from '../templates/template-values.ts';

/**
 * At once, to the address that was entered. None of the words of the form are in it: anybody may have entered any address.
 */
const received: MailTemplate = ({ values, site }) => ({
  subject: `Your grievance ${textOf(values['number'])}`,
  blocks: [
    { kind: 'heading', text: 'We have received your grievance' },
    {
      kind: 'paragraph',
      text: `It was sent to ${site.name} with this email address. Its number is ${textOf(values['number'])}. We will decide on it by ${formatTime(values['dueAt'])} and write to you.`,
    },
    {
      kind: 'facts',
      facts: [
        ['Number', textOf(values['number'])],
        ['About', textOf(values['category'])],
        ['Received', formatTime(values['receivedAt'])],
        ...officerFacts(values),
      ],
    },
    { kind: 'note', text: 'If you did not send it, please ignore this mail.' },
  ],
});

function officerFacts(values: Readonly<Record<string, unknown>>): [string, string][] {
  const { officer, contact } = values;
  return [
    ...(typeof officer === 'string' ? [['Grievance officer', officer] as [string, string]] : []),
    ...(typeof contact === 'string' ? [['Contact', contact] as [string, string]] : []),
  ];
}

/** A new grievance, to the site. */
const notice: MailTemplate = ({ values, link, site }) => ({
  subject: `${site.name}, grievance ${textOf(values['number'])}`,
  blocks: [
    { kind: 'heading', text: `Grievance ${textOf(values['number'])}` },
    {
      kind: 'facts',
      facts: [
        ['Name', textOf(values['name'])],
        ['Email', textOf(values['email'])],
        ['About', textOf(values['category'])],
        ['Page', textOf(values['pageLink'])],
        ['Received', formatTime(values['receivedAt'])],
        ['To be decided by', formatTime(values['dueAt'])],
      ],
    },
    { kind: 'paragraph', text: textOf(values['text']) },
    { kind: 'button', text: 'Decide', link: linkOf(link) },
    { kind: 'note', text: 'Its receipt has been acknowledged by mail.' },
  ],
});

const OUTCOME_TEXTS: Readonly<Record<string, string>> = {
  upheld: 'We have decided that your grievance is justified.',
  partly: 'We have decided that your grievance is justified in part.',
  rejected: 'We have decided that your grievance is not justified.',
};

/** Measures that readers can see. */
const MEASURE_TEXTS: Readonly<Record<string, string>> = {
  corrected: 'The page has been corrected.',
  taken_down: 'The page has been taken down.',
};

const decided: MailTemplate = ({ values, site }) => {
  const measure = MEASURE_TEXTS[textOf(values['measure'])];
  const blocks: MailBlock[] = [
    { kind: 'heading', text: `Decision on your grievance ${textOf(values['number'])}` },
    { kind: 'paragraph', text: OUTCOME_TEXTS[textOf(values['outcome'])] ?? '' },
    ...(measure === undefined ? [] : [{ kind: 'paragraph' as const, text: measure }]),
    { kind: 'prose', text: textOf(values['reason']) },
    {
      kind: 'facts',
      facts: [
        ['Page', textOf(values['pageLink'])],
        ['About', textOf(values['category'])],
        ['Received', formatTime(values['receivedAt'])],
      ],
    },
    { kind: 'note', text: `${site.name} keeps a register of grievances without names.` },
  ];
  return { subject: `Re: Your grievance ${textOf(values['number'])}`, blocks };
};

export const GRIEVANCE_MAILS = {
  'grievance-received': received,
  'grievance-notice': notice,
  'grievance-decided': decided,
} as const satisfies Record<string, MailTemplate>;
