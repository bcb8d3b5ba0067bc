import { Type, type Static } from 'typebox';

/** Response of `GET /api/system/payments/card-provider`: which keys the server has, without them. */
export const CardProviderState = Type.Object({
  data: Type.Object({
    /** Keys of the mode `test` charge nobody. */
    mode: Type.Enum(['test', 'live']),
    /** Whether another server stands in for the provider, such as the sandbox of `npm start`. */
    is_sandbox: Type.Boolean(),
  }),
});
export type CardProviderState = Static<typeof CardProviderState>;

/** Response of `GET /api/system/notify/mail-server`: where mails go, without user and password. */
export const MailServerState = Type.Object({
  data: Type.Object({
    /** Null where it cannot be separated from user and password. */
    host: Type.Union([Type.String(), Type.Null()]),
    sender: Type.String(),
    /** Whether mails stay in the inbox of `npm start`. */
    is_sandbox: Type.Boolean(),
  }),
});
export type MailServerState = Static<typeof MailServerState>;
