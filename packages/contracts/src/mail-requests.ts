import { Type, type Static } from 'typebox';
import { MAIL_TEMPLATES } from './events.ts';

const NullableText = Type.Union([Type.String(), Type.Null()]);

/**
 * What accounts answers to `POST /internal/mail-requests/{requestId}` at the moment of sending. 410 instead means that the
 * mail must not be sent any more: its link is spent or expired, or the account or its address is gone.
 */
export const MailRequestAnswer = Type.Object({
  template: Type.Enum([...MAIL_TEMPLATES]),
  /** Null: the site's contact address. */
  to: Type.Union([Type.Object({ address: Type.String(), name: NullableText }), Type.Null()]),
  /** Texts for the template; none is HTML. */
  values: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Null()])),
  /** The same at each call; null for a mail without one. */
  link: NullableText,
});
export type MailRequestAnswer = Static<typeof MailRequestAnswer>;

/** Body and answer of notify's `POST /internal/mails/known`: which of these events have a row in its ledger. */
export const KnownMailsQuery = Type.Object({ eventIds: Type.Array(Type.String(), { maxItems: 1_000 }) });
export type KnownMailsQuery = Static<typeof KnownMailsQuery>;
export const KnownMailsAnswer = Type.Object({ known: Type.Array(Type.String()) });
export type KnownMailsAnswer = Static<typeof KnownMailsAnswer>;

/** Answer of notify's `GET /internal/mails/dead`: the mails that failed too often, or can never be sent. */
export const DeadMailsAnswer = Type.Object({
  mails: Type.Array(
    Type.Object({
      id: Type.String(),
      template: Type.String(),
      role: Type.String(),
      /** A code, never an address. */
      lastFailure: Type.String(),
      diedAt: Type.String({ format: 'date-time' }),
    }),
  ),
});
export type DeadMailsAnswer = Static<typeof DeadMailsAnswer>;

/** Body and answer of notify's `POST /internal/mails/requeue`; without ids all dead mails are sent again. */
export const RequeueMails = Type.Object({
  ids: Type.Optional(Type.Array(Type.String(), { maxItems: 1_000 })),
});
export type RequeueMails = Static<typeof RequeueMails>;
export const RequeuedMails = Type.Object({ requeued: Type.Integer() });
export type RequeuedMails = Static<typeof RequeuedMails>;

/** Answer of notify's `POST /internal/mails/sent`: which of these events' mails to a person were sent. Its body is that of `known`. */
export const SentMailsAnswer = Type.Object({ sent: Type.Array(Type.String()) });

/** Body of notify's `POST /internal/subscribers`, answered with 202. */
export const NewSubscriber = Type.Object({
  email: Type.String({ maxLength: 254 }),
  source: Type.String({ maxLength: 40 }),
});
export type NewSubscriber = Static<typeof NewSubscriber>;
