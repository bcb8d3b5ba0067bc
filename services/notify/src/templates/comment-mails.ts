import type { MailTemplate } from './mail-content.ts';
import { greetingOf, linkOf, personName } from './template-values.ts';

/** A comment that mentions somebody of the newsroom, to that person. The text stays in the console, as articles are drafts. */
const commentMention: MailTemplate = ({ values, link, site }) => {
  const by = personName(values['by']) || 'Somebody in the newsroom';
  return {
    subject: `${by} mentioned you in a comment`,
    blocks: [
      { kind: 'heading', text: 'A comment for you' },
      { kind: 'paragraph', text: greetingOf(values['name']) },
      {
        kind: 'paragraph',
        text: `${by} mentioned you in a comment on an article of ${site.name}. You can read it and reply beside the article.`,
      },
      { kind: 'button', text: 'Open the article', link: linkOf(link) },
    ],
  };
};

export const COMMENT_MAILS = { 'comment-mention': commentMention } as const satisfies Record<
  string,
  MailTemplate
>;
