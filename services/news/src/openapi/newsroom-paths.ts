import { describeCalls, type JsonSchema, type StaffCall } from '@vidhi/content-service';
import { postCollection } from '@vidhi/collections/news/post.ts';
import { siteAdCollection } from '@vidhi/collections/news/site-ad.ts';
import { MAX_COMMENT_LENGTH, MAX_MENTIONS, MAX_QUOTE_LENGTH } from '@vidhi/contracts/comments.ts';
import { TRANSITIONS, TRANSITION_NAMES, type TransitionName } from '@vidhi/contracts/post-states.ts';

const tag = postCollection.plural;
const POST = '/api/posts/{id}';

const text: JsonSchema = { type: 'string' };
const textOrNull: JsonSchema = { type: ['string', 'null'] };
const integer: JsonSchema = { type: 'integer' };
const time: JsonSchema = { type: 'string', format: 'date-time' };
const person = { id: integer, name: text };
const personOrNull: JsonSchema = { type: ['object', 'null'], properties: person };
const object = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  properties,
});
const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
const post: JsonSchema = { $ref: '#/components/schemas/Post' };

const comment = {
  id: text,
  by: personOrNull,
  at: time,
  text,
  mentions: list(object(person)),
  is_removed: { type: 'boolean' },
};
const threads = list(
  object({
    ...comment,
    quote: textOrNull,
    block: { type: ['integer', 'null'] },
    resolved: { type: ['object', 'null'], properties: { by: personOrNull, at: time } },
    replies: list(object(comment)),
  }),
);
const preview = {
  id: text,
  label: textOrNull,
  by: personOrNull,
  created_at: time,
  expires_at: time,
  opened_at: { type: ['string', 'null'] },
};

const COMMENTS: Readonly<Record<string, StaffCall>> = {
  [`GET ${POST}/comments`]: {
    operationId: 'listComments',
    tag,
    summary: 'The comments of the newsroom on an article, as threads, the oldest first',
    data: threads,
  },
  [`POST ${POST}/comments`]: {
    operationId: 'addComment',
    tag,
    summary:
      'Adds a comment, or a reply where parent names a thread; those whom it mentions get one mail each',
    status: 201,
    body: {
      required: ['text'],
      properties: {
        text: { type: 'string', minLength: 1, maxLength: MAX_COMMENT_LENGTH },
        quote: { type: ['string', 'null'], maxLength: MAX_QUOTE_LENGTH },
        block: { type: ['integer', 'null'], minimum: 0 },
        parent: textOrNull,
        mentions: { type: 'array', items: integer, maxItems: MAX_MENTIONS },
      },
    },
    data: threads,
  },
  [`PUT ${POST}/comments/{comment}`]: {
    operationId: 'resolveComment',
    tag,
    summary: 'Resolves a thread, or opens it again',
    body: { required: ['resolved'], properties: { resolved: { type: 'boolean' } } },
    data: threads,
  },
  [`DELETE ${POST}/comments/{comment}`]: {
    operationId: 'removeComment',
    tag,
    summary: 'Removes the text of an own comment; administrators that of any',
    data: threads,
  },
  'GET /api/posts/mentions': {
    operationId: 'listMentions',
    tag,
    summary: 'The comments that mention the account and have no reply of it yet',
    data: list(
      object({ id: text, post: object({ id: integer, title: text }), by: personOrNull, at: time, text }),
    ),
  },
};

const since = { ...person, since: time };
const PRESENCE: Readonly<Record<string, StaffCall>> = {
  [`PUT ${POST}/presence/{tab}`]: {
    operationId: 'notePresence',
    tag,
    summary: 'Says that a tab has the article open, for 45 seconds; returns who else has, and its state',
    data: object({
      article: object({
        publishedAt: textOrNull,
        stage: textOrNull,
        archived_at: textOrNull,
        is_withheld: { type: 'boolean' },
        moved_by: text,
      }),
      others: list(object(since)),
      writer: { type: ['object', 'null'], properties: { ...since, is_here: { type: 'boolean' } } },
    }),
  },
  [`DELETE ${POST}/presence/{tab}`]: {
    operationId: 'endPresence',
    tag,
    summary: 'Says that a tab has left the article',
    status: 204,
  },
};

const PREVIEWS: Readonly<Record<string, StaffCall>> = {
  [`GET ${POST}/previews`]: {
    operationId: 'listPreviews',
    tag,
    summary: 'The links by which people without an account read an article; no response has their addresses',
    data: list(object(preview)),
  },
  [`POST ${POST}/previews`]: {
    operationId: 'createPreview',
    tag,
    summary:
      'Makes a link by which people without an account read an article with changes that are not published',
    body: {
      required: ['hours'],
      properties: { hours: { type: 'integer', minimum: 1 }, label: textOrNull },
    },
    data: object({ ...preview, url: text }),
    errors: { 409: 'Under an embargo', 451: 'Withheld by the order of a court' },
  },
  [`DELETE ${POST}/previews/{preview}`]: {
    operationId: 'endPreview',
    tag,
    summary: 'Ends a link at once',
    data: object({ id: text }),
  },
  'GET /api/previews/{token}': {
    operationId: 'getPreview',
    tag,
    summary: 'An article as its working copy would change it, for anybody who has the link',
    isPublic: true,
    data: list(post),
    errors: { 451: 'Withheld by the order of a court' },
  },
};

const SUMMARIES: Readonly<Record<TransitionName, string>> = {
  submit: 'Submits an article for review',
  withdraw: 'Takes an article back from review',
  approve: 'Approves an article',
  'request-changes': 'Sends an article back to its author, saying what to change',
  publish: 'Publishes an article, or the changes of a published one',
  schedule: 'Publishes an article at a time',
  unschedule: 'Takes the time of publication away: the article is approved again',
  unpublish: 'Takes an article off the site: it is a draft again',
  archive: 'Takes an article off the site, and puts it into the archive',
  restore: 'Takes an article out of the archive: it is a draft again',
};
const CONFLICTS = {
  409: 'Not possible in the present state: `details.allowed` says what is',
  412: 'Somebody has saved meanwhile: `details` say who, when and what',
};
const camel = (name: string): string =>
  name.replaceAll(/-(\w)/g, (_match, letter: string) => letter.toUpperCase());

const transitions: Readonly<Record<string, StaffCall>> = Object.fromEntries(
  TRANSITION_NAMES.map((name): [string, StaffCall] => [
    `POST ${POST}/${name}`,
    {
      operationId: `${camel(name)}Post`,
      tag,
      summary: SUMMARIES[name],
      description: `From the states ${TRANSITIONS[name].from.join(', ')}. Desk \`${TRANSITIONS[name].desk}\`. \`If-Match\` and attributes of the article as in \`PUT\`.`,
      body: {
        required: 'needsReason' in TRANSITIONS[name] ? ['reason'] : [],
        properties: { reason: textOrNull, at: time, reviewer: integer },
      },
      data: post,
      errors: CONFLICTS,
    },
  ]),
);

const ACTS: Readonly<Record<string, StaffCall>> = {
  [`POST ${POST}/takedown`]: {
    operationId: 'takeDownPost',
    tag,
    summary: 'Withholds an article by the order of a court: its addresses respond 451. For administrators',
    body: {
      required: ['order_number', 'court', 'ordered_on'],
      properties: { order_number: text, court: text, ordered_on: { type: 'string', format: 'date' } },
    },
    data: post,
    errors: CONFLICTS,
  },
  [`POST ${POST}/lift-takedown`]: {
    operationId: 'liftTakedownOfPost',
    tag,
    summary:
      'Ends the effect of the order of a court: the article is in the archive then. For administrators',
    data: post,
    errors: CONFLICTS,
  },
  [`POST ${POST}/corrections`]: {
    operationId: 'addCorrection',
    tag,
    summary: 'Tells readers of a published article what was wrong, with its date',
    body: { required: ['text'], properties: { text, corrected_at: time } },
    data: post,
    errors: CONFLICTS,
  },
  [`POST ${POST}/corrections/{correction}/removal`]: {
    operationId: 'removeCorrection',
    tag,
    summary: 'Takes a correction back; the history has it still',
    data: post,
    errors: CONFLICTS,
  },
};

const ADS: Readonly<Record<string, StaffCall>> = {
  'POST /api/site-ads/{id}/preview': {
    operationId: 'createAdPreview',
    tag: siteAdCollection.plural,
    summary: 'Makes a link to the page that shows the saved advertisement in its place, for an hour',
    data: object({ url: text, expires_at: time }),
  },
  'GET /api/previews/site-ads/{token}': {
    operationId: 'getAdPreview',
    tag: siteAdCollection.plural,
    summary: 'An advertisement within or outside its period, for anybody who has the link',
    isPublic: true,
    data: list({ $ref: '#/components/schemas/SiteAd' }),
  },
};

/** OpenAPI description of what the newsroom does with articles, beside saving them. */
export const NEWSROOM_PATHS = describeCalls({
  ...COMMENTS,
  ...PRESENCE,
  ...PREVIEWS,
  ...transitions,
  ...ACTS,
  ...ADS,
});
