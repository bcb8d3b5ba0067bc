import { Type, type Static } from 'typebox';
import { MAIL_TEMPLATES } from './events.ts';

const NullableText = Type.Union([Type.String(), Type.Null()]);

/**
 * Response of accounts to `POST /internal/mail-requests/{requestId}`, requested at the moment of sending. Status 410
 * means that the mail must not be sent any more: its link is spent or expired, or the account or its address is gone.
 */
export const MailRequestResponse = Type.Object({
  template: Type.Enum([...MAIL_TEMPLATES]),
  /** Null: the site's contact address. */
  to: Type.Union([Type.Object({ address: Type.String(), name: NullableText }), Type.Null()]),
  /** Texts for the template; none is HTML. */
  values: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Null()])),
  /** The same at each call; null for a mail without one. */
  link: NullableText,
});
export type MailRequestResponse = Static<typeof MailRequestResponse>;

/** Highest number of events in one query of the ledger. */
export const MAX_QUERY_EVENTS = 1_000;

/** Request and response bodies of notify's `POST /internal/mails/known`: which of these events have a row in its ledger. */
export const KnownMailsQuery = Type.Object({
  eventIds: Type.Array(Type.String(), { maxItems: MAX_QUERY_EVENTS }),
});
export type KnownMailsQuery = Static<typeof KnownMailsQuery>;
export const KnownMailsResponse = Type.Object({ known: Type.Array(Type.String()) });
export type KnownMailsResponse = Static<typeof KnownMailsResponse>;

/** Response of notify's `GET /internal/mails/dead`: the mails that failed too often, or can never be sent. */
export const DeadMailsResponse = Type.Object({
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
export type DeadMailsResponse = Static<typeof DeadMailsResponse>;

/** Response of `GET /api/system/notify/dead-mails`: mails that were given up, the most recent first, without addresses. */
export const DeadMailList = Type.Object({
  data: Type.Array(
    Type.Object({
      id: Type.String(),
      template: Type.String(),
      /** `site` for a mail to the site itself, else who gets it. */
      role: Type.String(),
      /** A code, never an address. */
      failure: Type.String(),
      died_at: Type.String(),
    }),
  ),
  /** All of them; `data` has at most 1,000. */
  meta: Type.Object({ total: Type.Integer() }),
});
export type DeadMailList = Static<typeof DeadMailList>;

/** Body of `POST /api/system/notify/dead-mails/resend`, and its response. */
export const ResendMailsBody = Type.Object(
  { ids: Type.Array(Type.String({ minLength: 1, maxLength: 300 }), { minItems: 1, maxItems: 1_000 }) },
  { additionalProperties: false },
);
export type ResendMailsBody = Static<typeof ResendMailsBody>;
export const ResentMails = Type.Object({ data: Type.Object({ resent: Type.Integer() }) });

/** Request and response bodies of notify's `POST /internal/mails/requeue`; without ids all dead mails are sent again. */
export const RequeueMails = Type.Object({
  ids: Type.Optional(Type.Array(Type.String(), { maxItems: 1_000 })),
});
export type RequeueMails = Static<typeof RequeueMails>;
export const RequeuedMails = Type.Object({ requeued: Type.Integer() });
export type RequeuedMails = Static<typeof RequeuedMails>;

/**
 * Response of notify's `POST /internal/mails/sent`, whose request body is a `KnownMailsQuery`: the ids of the events
 * whose mails to a person were sent.
 */
export const SentMailsResponse = Type.Object({ sent: Type.Array(Type.String()) });

/** Body of notify's `POST /internal/subscribers`, which responds 202. */
export const NewSubscriber = Type.Object({
  email: Type.String({ maxLength: 254 }),
  source: Type.String({ maxLength: 40 }),
});
export type NewSubscriber = Static<typeof NewSubscriber>;
