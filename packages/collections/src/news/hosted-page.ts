import { defineCollection } from '../declaration.ts';

export const hostedPageCollection = defineCollection({
  name: 'hosted-page',
  plural: 'hosted-pages',
  uid: 'api::hosted-page.hosted-page',
  kind: 'collection',
  owner: 'news',
  part: 'pages',
  draftAndPublish: false,
  hiddenBy: 'is_draft',
  attributes: {
    name: { type: 'string', required: true },
    /** Address of the page elsewhere. One of `targetUrl` and `content` is required (`content-rules.ts` of news). */
    targetUrl: { type: 'string' },
    description: { type: 'text' },
    /** The text of a page that this site shows itself. */
    content: { type: 'text', html: true, absentIfNull: true },
    /** Heading of the page; without one it follows from the name. */
    title: { type: 'string', maxLength: 160, absentIfNull: true },
    /** Whether the foot of all pages links to it. Pages with conditions of the shop are linked there anyway. */
    in_foot: { type: 'boolean', absentIfNull: true },
    /** Whether staff alone can see it. */
    is_draft: { type: 'boolean', audience: 'staff', absentIfNull: true },
  },
});
