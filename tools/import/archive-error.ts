/** An archive that cannot be imported. `entry` names the place inside it; the message says what to do. */
export class ArchiveError extends Error {
  readonly entry: string | null;

  constructor(message: string, entry: string | null = null, cause?: unknown) {
    super(entry === null ? message : `${entry}: ${message}`, cause === undefined ? undefined : { cause });
    this.name = 'ArchiveError';
    this.entry = entry;
  }
}
