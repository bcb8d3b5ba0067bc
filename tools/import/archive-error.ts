/**
 * Thrown for an archive that cannot be imported. `entry` is the position in it; the message tells the user
 * what to do.
 */
export class ArchiveError extends Error {
  readonly entry: string | null;
  /** The message without the position. */
  readonly reason: string;

  constructor(message: string, entry: string | null = null, cause?: unknown) {
    super(entry === null ? message : `${entry}: ${message}`, cause === undefined ? undefined : { cause });
    this.name = 'ArchiveError';
    this.entry = entry;
    this.reason = message;
  }
}
