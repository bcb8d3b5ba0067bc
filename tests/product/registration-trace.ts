/** Parts of the spans without which the trace of a registration is incomplete. */
const PARTS = [
  'SMTP send',
  'gateway: POST accounts',
  'linked to accounts: publish',
  'accounts: POST /internal/mail-requests',
];

/** Whether the trace of a registration, as `TraceReceiver.treeOf` prints it, has been received whole. */
export const isWholeTrace = (tree: readonly string[]): boolean =>
  PARTS.every((part) => tree.some((line) => line.includes(part)));
