import { nullable, optional, part, required, valueOf } from '@vidhi/service-kit/stored-collection.ts';

/** An event inside the document that it is about. Both dates are the database server's. */
export const ENTRY = part({
  id: required(String),
  topic: required(String),
  /** Record key and aggregate id: events with the same key are ordered. */
  key: required(String),
  type: required(String),
  v: required(Number),
  occurredAt: required(String),
  traceparent: optional(String),
  data: required(valueOf<unknown>()),
  /** Null or absent until a relay has marked it; null again after it was re-armed. */
  publishedAt: nullable(Date),
  /** Null or absent until its consumer has it. */
  acknowledgedAt: nullable(Date),
});
