import type { IssueContent, IssueSection } from '@vidhi/contracts/newsletter.ts';
import type { MailBlock, MailTemplate } from '../templates/mail-content.ts';
import { linkOf, textOf } from '../templates/template-values.ts';

const hasText = (text: string): boolean => text.trim() !== '';

/** Returns what an issue lacks before it can be sent, for people; null when it is whole. */
export function issueFault({ subject, sections }: Pick<IssueContent, 'subject' | 'sections'>): string | null {
  if (!hasText(subject)) return 'Please write a subject.';
  const isEmpty = sections.every(
    (section) => section.kind === 'text' && !hasText(section.text) && !hasText(section.heading),
  );
  return isEmpty ? 'Please add a text or an article.' : null;
}

function blocksOf(section: IssueSection, siteUrl: string): MailBlock[] {
  if (section.kind === 'article') {
    const { title, text, path } = section;
    return [{ kind: 'article', title, text, link: new URL(path, siteUrl).href }];
  }
  const { heading, text } = section;
  return [
    ...(hasText(heading) ? [{ kind: 'subheading' as const, text: heading.trim() }] : []),
    ...(hasText(text) ? [{ kind: 'prose' as const, text }] : []),
  ];
}

/** Path of an issue in the archive. */
export const archivePath = (issueId: number): string => `/newsletter/${issueId}`;

/** An issue of the newsletter. The link unsubscribes; a test mail has neither it nor an address in the archive. */
export const newsletter: MailTemplate = ({ values, link, site }) => {
  const sections = values['sections'] as readonly IssueSection[];
  const isTest = values['isTest'] === true;
  const subject = textOf(values['subject']);
  const archive = values['archive'];
  const preferences = values['preferences'];
  return {
    subject: isTest ? `[Test] ${subject}` : subject,
    blocks: [
      { kind: 'heading', text: subject },
      ...sections.flatMap((section) => blocksOf(section, site.url)),
      ...(archive === undefined
        ? []
        : [
            {
              kind: 'small-link' as const,
              text: 'Read in the browser',
              link: new URL(textOf(archive), site.url).href,
            },
          ]),
      {
        kind: 'note',
        text: `You get this mail because you subscribed to the newsletter of ${site.name}.`,
      },
      ...(preferences === undefined
        ? []
        : [
            {
              kind: 'small-link' as const,
              text: 'Choose categories and languages',
              link: linkOf(textOf(preferences)),
            },
          ]),
      isTest
        ? { kind: 'note', text: 'This is a test. In the newsletter, a link to unsubscribe stands here.' }
        : { kind: 'small-link', text: 'Unsubscribe', link: linkOf(link) },
    ],
  };
};
