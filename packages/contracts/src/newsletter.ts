import { Type, type Static } from 'typebox';
import { pageParameters, pageSchema } from './paging.ts';
import { nullable } from './nullable.ts';

/**
 * `pending`: has not confirmed. `imported`: came with a site, without consent. `bounced`: mails come back. None of them receives an
 * issue.
 */
export const SUBSCRIBER_STATES = ['pending', 'confirmed', 'imported', 'bounced', 'unsubscribed'] as const;
export type SubscriberState = (typeof SUBSCRIBER_STATES)[number];

export const SubscriberRow = Type.Object({
  id: Type.String(),
  /** Null after unsubscribing, when the address is deleted. */
  email: nullable(Type.String()),
  state: Type.Enum([...SUBSCRIBER_STATES]),
  source: Type.String(),
  created_at: Type.String(),
  confirmed_at: nullable(Type.String()),
  unsubscribed_at: nullable(Type.String()),
  /** The proof of consent in words; null without one. */
  consent: nullable(Type.String()),
  /** Mails that came back since the last confirmation, and the last of them; null without one. */
  bounces: nullable(
    Type.Object({
      count: Type.Integer(),
      last_at: Type.String(),
      status: Type.String({ description: 'Enhanced status code (RFC 3463), such as 5.1.1' }),
    }),
  ),
});
export type SubscriberRow = Static<typeof SubscriberRow>;

export const SUBSCRIBER_SORTS = ['created', '-created', 'email', '-email'] as const;
export const SubscriberFilters = {
  q: Type.Optional(Type.String({ maxLength: 254, description: 'Part of an address' })),
  state: Type.Optional(Type.Enum([...SUBSCRIBER_STATES])),
  source: Type.Optional(Type.String({ maxLength: 60 })),
};
export const SubscriberExportQuery = Type.Object(SubscriberFilters, { additionalProperties: false });
export type SubscriberExportQuery = Static<typeof SubscriberExportQuery>;
export const SubscriberQuery = Type.Object(
  {
    ...SubscriberFilters,
    sort: Type.Optional(Type.Enum([...SUBSCRIBER_SORTS], { default: '-created' })),
    ...pageParameters,
  },
  { additionalProperties: false },
);
export type SubscriberQuery = Static<typeof SubscriberQuery>;
export const SubscriberPage = pageSchema(SubscriberRow);
export type SubscriberPage = Static<typeof SubscriberPage>;

export const AddSubscriberBody = Type.Object(
  { email: Type.String({ minLength: 1, maxLength: 254 }) },
  { additionalProperties: false },
);

/** Response of `GET /api/subscribers/options`. */
export const SubscriberOptions = Type.Object({
  data: Type.Object({
    /** Whether mails that come back are read from a mailbox. */
    reads_bounces: Type.Boolean(),
  }),
});
export type SubscriberOptions = Static<typeof SubscriberOptions>;

/** Addresses of one import. */
export const MAX_IMPORTED_ADDRESSES = 10_000;
export const SubscriberImportBody = Type.Object(
  {
    addresses: Type.Array(Type.String({ maxLength: 500 }), { minItems: 1, maxItems: MAX_IMPORTED_ADDRESSES }),
    consent: Type.String({
      minLength: 10,
      maxLength: 1_000,
      pattern: '\\S',
      description: 'How and when these people agreed to the newsletter: stored with each address',
    }),
    dry_run: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type SubscriberImportBody = Static<typeof SubscriberImportBody>;
export const SubscriberImportResult = Type.Object({
  data: Type.Object({
    added: Type.Integer(),
    /** Received the newsletter already. */
    unchanged: Type.Integer(),
    /** Have unsubscribed here, and stay so. */
    unsubscribed: Type.Integer(),
    /** Mails to them came back: they receive the newsletter when they confirm again. */
    bounced: Type.Integer(),
    invalid: Type.Array(Type.Object({ row: Type.Integer(), text: Type.String() })),
  }),
});
export type SubscriberImportResult = Static<typeof SubscriberImportResult>;

/**
 * `draft`: is written. `scheduled`: starts at its time. `sending`, `paused`: its mails go out, or wait. `sent`: each reader
 * had a turn. `stopped`: ended by staff before that.
 */
export const ISSUE_STATES = ['draft', 'scheduled', 'sending', 'paused', 'sent', 'stopped'] as const;
export type IssueState = (typeof ISSUE_STATES)[number];

const TextSection = Type.Object(
  {
    kind: Type.Literal('text'),
    heading: Type.String({ maxLength: 200 }),
    text: Type.String({ maxLength: 20_000 }),
  },
  { additionalProperties: false },
);
const ArticleSection = Type.Object(
  {
    kind: Type.Literal('article'),
    /** Id of the article. */
    id: Type.Integer({ minimum: 1 }),
    title: Type.String({ minLength: 1, maxLength: 300 }),
    text: Type.String({ maxLength: 2_000 }),
    /** Its path on this site. */
    path: Type.String({ pattern: '^/[^/\\\\\\s?#][^\\\\\\s?#]{0,500}$' }),
  },
  { additionalProperties: false },
);
export const IssueSection = Type.Union([TextSection, ArticleSection]);
export type IssueSection = Static<typeof IssueSection>;

/** Languages among which a reader chooses, as BCP 47 tags, with their English names. */
export const NEWSLETTER_LANGUAGES = {
  en: 'English',
  hi: 'Hindi',
  as: 'Assamese',
  bn: 'Bengali',
  gu: 'Gujarati',
  kn: 'Kannada',
  ml: 'Malayalam',
  mr: 'Marathi',
  ne: 'Nepali',
  or: 'Odia',
  pa: 'Punjabi',
  ta: 'Tamil',
  te: 'Telugu',
  ur: 'Urdu',
} as const;
export type NewsletterLanguage = keyof typeof NEWSLETTER_LANGUAGES;
const LANGUAGE_CODES = Object.keys(NEWSLETTER_LANGUAGES) as NewsletterLanguage[];

const MAX_CHOSEN_CATEGORIES = 100;
/** Categories, by slug, and languages. An empty list is no choice: it means all of them. */
export const Preferences = Type.Object(
  {
    categories: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
      maxItems: MAX_CHOSEN_CATEGORIES,
      uniqueItems: true,
    }),
    languages: Type.Array(Type.Enum(LANGUAGE_CODES), { uniqueItems: true }),
  },
  { additionalProperties: false },
);
export type Preferences = Static<typeof Preferences>;
export const PreferencesBody = Type.Object({ data: Preferences }, { additionalProperties: false });
export const PreferencesResponse = Type.Object({ data: Preferences });
export const EVERYTHING: Preferences = { categories: [], languages: [] };

export const MAX_ISSUE_SECTIONS = 40;
const content = {
  subject: Type.String({ maxLength: 150 }),
  sections: Type.Array(IssueSection, { maxItems: MAX_ISSUE_SECTIONS }),
  /** Only readers who have chosen one of these, or have made no choice, receive it; everybody where left out. */
  readers: Type.Optional(Preferences),
};

export const IssueBody = Type.Object(
  { data: Type.Object(content, { additionalProperties: false }) },
  { additionalProperties: false },
);
export type IssueContent = Static<typeof IssueBody>['data'];
/** `rev` is that of the issue that was read: a write of an issue that has changed since is a conflict. */
export const IssueChangeBody = Type.Object(
  { data: Type.Object({ ...content, rev: Type.Integer() }, { additionalProperties: false }) },
  { additionalProperties: false },
);

export const IssueCounts = Type.Object({
  /** Readers when the sending began. */
  recipients: Type.Integer(),
  /** Accepted by the mail server. */
  sent: Type.Integer(),
  /** On their way. */
  waiting: Type.Integer(),
  /** Rejected by the mail server for good. */
  failed: Type.Integer(),
  /** Unsubscribed before their turn. */
  skipped: Type.Integer(),
  /** Came back after the mail server had accepted them; absent where nobody reads that. */
  bounced: Type.Optional(Type.Integer()),
});
export type IssueCounts = Static<typeof IssueCounts>;

export const IssueRow = Type.Object({
  id: Type.Integer(),
  rev: Type.Integer(),
  subject: Type.String(),
  state: Type.Enum([...ISSUE_STATES]),
  send_at: nullable(Type.String()),
  started_at: nullable(Type.String()),
  ended_at: nullable(Type.String()),
  updated_at: Type.String(),
  /** Why a scheduled issue did not go out at its time and is a draft again; null for every other. */
  problem: nullable(Type.String()),
  counts: nullable(IssueCounts),
});
export type IssueRow = Static<typeof IssueRow>;
export const Issue = Type.Object({
  ...IssueRow.properties,
  sections: Type.Array(IssueSection),
  readers: Preferences,
  /** Readers that would receive it now. */
  audience: Type.Integer(),
  mails_per_minute: Type.Integer(),
});
export type Issue = Static<typeof Issue>;

export const ISSUE_SORTS = ['updated', '-updated', 'subject', '-subject'] as const;
export const IssueQuery = Type.Object(
  {
    q: Type.Optional(Type.String({ maxLength: 150 })),
    state: Type.Optional(Type.Enum([...ISSUE_STATES])),
    sort: Type.Optional(Type.Enum([...ISSUE_SORTS], { default: '-updated' })),
    ...pageParameters,
  },
  { additionalProperties: false },
);
export type IssueQuery = Static<typeof IssueQuery>;
export const IssuePage = pageSchema(IssueRow);
export type IssuePage = Static<typeof IssuePage>;
export const IssueResponse = Type.Object({ data: Issue });

export const IssuePreview = Type.Object({
  data: Type.Object({
    subject: Type.String(),
    text: Type.String(),
    /** Path at which the mail is shown as HTML, for ten minutes. */
    html_path: Type.String(),
  }),
});
export type IssuePreview = Static<typeof IssuePreview>['data'];

export const SendIssueBody = Type.Object(
  {
    rev: Type.Integer(),
    /** Readers as they were shown: sending to more of them needs another look. */
    audience: Type.Integer({ minimum: 0 }),
    /** When it starts; at once where left out. */
    at: Type.Optional(Type.String({ maxLength: 40 })),
  },
  { additionalProperties: false },
);
export type SendIssueBody = Static<typeof SendIssueBody>;

/** Issues that were sent, for everybody. */
export const ArchivedIssue = Type.Object({
  id: Type.Integer(),
  subject: Type.String(),
  sent_at: Type.String(),
});
export const ArchivePage = pageSchema(ArchivedIssue);
export type ArchiveList = Static<typeof ArchivePage>;
export const ArchiveQuery = Type.Object(pageParameters, { additionalProperties: false });
export const ArchivedIssueResponse = Type.Object({
  data: Type.Object({ ...ArchivedIssue.properties, sections: Type.Array(IssueSection) }),
});
export type ArchivedIssueBody = Static<typeof ArchivedIssueResponse>;

export const DIGEST_PERIODS = ['day', 'week'] as const;
/** In the order of `Date.getUTCDay`. */
export const WEEKDAYS = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const;
export type Weekday = (typeof WEEKDAYS)[number];

const digestRule = {
  is_on: Type.Boolean(),
  every: Type.Enum([...DIGEST_PERIODS]),
  /** Day of a weekly digest. */
  weekday: Type.Enum([...WEEKDAYS]),
  time: Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description: 'In India, such as 07:30' }),
  /** Begin of the subject, before the date. */
  title: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
};
/** A rule by which the newsletter lists the articles that were published since the last time. */
export const Digest = Type.Object({
  ...digestRule,
  rev: Type.Integer(),
  /** When the next one is due; null while it is off. */
  next_at: nullable(Type.String()),
  /** The next one has the articles that were published after this; null while it is off. */
  since: nullable(Type.String()),
});
export type Digest = Static<typeof Digest>;
export const DigestResponse = Type.Object({ data: Digest });
export type DigestResponse = Static<typeof DigestResponse>;
/** The values that change; with `rev`, a rule that has changed since it was read is a conflict. */
export const DigestChangeBody = Type.Object(
  {
    data: Type.Partial(Type.Object({ ...digestRule, rev: Type.Integer() }), { additionalProperties: false }),
  },
  { additionalProperties: false },
);
