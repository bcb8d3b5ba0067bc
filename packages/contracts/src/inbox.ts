import { Type, type Static } from 'typebox';
import { pageParameters, pageSchema } from './paging.ts';
import { nullable } from './nullable.ts';

// Messages of the contact form as staff see them, and the texts that they use again in replies.

/** `new`: nobody has begun with it. `open`: somebody is at it. `done`: needs nothing more. `spam`: not for people. */
export const MESSAGE_STATES = ['new', 'open', 'done', 'spam'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

export const MessageRow = Type.Object({
  id: Type.String(),
  /** A write of a message that has changed since this revision is a conflict. */
  rev: Type.Integer(),
  /** Empty where an older client sent none. */
  name: Type.String(),
  /** Null where an older client sent none: nobody can reply. */
  email: nullable(Type.String()),
  subject: Type.String(),
  state: Type.Enum([...MESSAGE_STATES]),
  /** Account of staff that looks after it. */
  assignee: nullable(Type.Integer()),
  received_at: Type.String(),
  replies: Type.Integer(),
  replied_at: nullable(Type.String()),
});
export type MessageRow = Static<typeof MessageRow>;

export const REPLY_STATES = ['waiting', 'sent', 'failed', 'not_sent'] as const;
export const MessageReply = Type.Object({
  number: Type.Integer(),
  text: Type.String(),
  at: Type.String(),
  /** Account of staff. */
  by: nullable(Type.Integer()),
  /** State of its mail. `not_sent`: the message was deleted before. */
  state: Type.Enum([...REPLY_STATES]),
});
export type MessageReply = Static<typeof MessageReply>;

export const Message = Type.Object({
  ...MessageRow.properties,
  message: Type.String(),
  thread: Type.Array(MessageReply),
  /** Why nobody can reply; null where somebody can. */
  reply_problem: nullable(Type.String()),
});
export type Message = Static<typeof Message>;
export const MessageResponse = Type.Object({ data: Message });

export const MESSAGE_SORTS = ['received', '-received'] as const;
export const MessageQuery = Type.Object(
  {
    q: Type.Optional(Type.String({ maxLength: 254, description: 'Part of name, address, subject or text' })),
    state: Type.Optional(Type.Enum([...MESSAGE_STATES], { description: 'All but spam where left out' })),
    assignee: Type.Optional(
      Type.String({ pattern: '^(me|none|[1-9]\\d{0,14})$', description: '`me`, `none`, or an account' }),
    ),
    sort: Type.Optional(Type.Enum([...MESSAGE_SORTS], { default: '-received' })),
    ...pageParameters,
  },
  { additionalProperties: false },
);
export type MessageQuery = Static<typeof MessageQuery>;
export const MessagePage = pageSchema(MessageRow);
export type MessagePage = Static<typeof MessagePage>;

export const MessageChangeBody = Type.Object(
  {
    data: Type.Object(
      {
        rev: Type.Integer(),
        state: Type.Optional(Type.Enum(['open', 'done', 'spam'])),
        assignee: Type.Optional(nullable(Type.Integer({ minimum: 1 }))),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);

export type MessageChange = Static<typeof MessageChangeBody>['data'];

export const MAX_REPLY_LENGTH = 15_000;
/** Replies to one message: more belong in a mail program. */
export const MAX_REPLIES = 50;
export const ReplyBody = Type.Object(
  {
    data: Type.Object(
      {
        rev: Type.Integer(),
        text: Type.String({ minLength: 1, maxLength: MAX_REPLY_LENGTH, pattern: '\\S' }),
        /** Whether the message needs nothing more. */
        is_done: Type.Boolean(),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);

/** A text for replies. `{name}` stands for the name of the person who wrote. */
export const ReplyTemplate = Type.Object({
  id: Type.Integer(),
  rev: Type.Integer(),
  title: Type.String(),
  text: Type.String(),
  updated_at: Type.String(),
});
export type ReplyTemplate = Static<typeof ReplyTemplate>;
export const ReplyTemplateResponse = Type.Object({ data: ReplyTemplate });
export const ReplyTemplatePage = pageSchema(ReplyTemplate);
export type ReplyTemplatePage = Static<typeof ReplyTemplatePage>;
export const REPLY_TEMPLATE_SORTS = ['title', '-title', 'updated', '-updated'] as const;
export const ReplyTemplateQuery = Type.Object(
  {
    q: Type.Optional(Type.String({ maxLength: 100 })),
    sort: Type.Optional(Type.Enum([...REPLY_TEMPLATE_SORTS], { default: 'title' })),
    ...pageParameters,
  },
  { additionalProperties: false },
);
export type ReplyTemplateQuery = Static<typeof ReplyTemplateQuery>;

export const MAX_TEMPLATE_TITLE = 100;
export const MAX_REPLY_TEMPLATES = 200;
const templateContent = {
  title: Type.String({ minLength: 1, maxLength: MAX_TEMPLATE_TITLE, pattern: '\\S' }),
  text: Type.String({ minLength: 1, maxLength: MAX_REPLY_LENGTH, pattern: '\\S' }),
};
export const ReplyTemplateBody = Type.Object(
  { data: Type.Object(templateContent, { additionalProperties: false }) },
  { additionalProperties: false },
);
/** The values that change, and the `rev` that was read; without one the last write wins. */
export const ReplyTemplateChangeBody = Type.Object(
  {
    data: Type.Object(
      {
        title: Type.Optional(templateContent.title),
        text: Type.Optional(templateContent.text),
        rev: Type.Optional(Type.Integer()),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);
