/** The single message sent to the sanitizing process. */
export interface SanitizeTask {
  bytes: Uint8Array;
}

export const FORMAT_KEYS = ['thumbnail', 'large', 'medium', 'small'] as const;
export type FormatKey = (typeof FORMAT_KEYS)[number];

export interface EncodedFile {
  bytes: Uint8Array;
  width: number;
  height: number;
}

/** An image re-encoded from its pixels, without metadata, and its smaller formats. */
export interface SanitizedImage {
  kind: 'png' | 'jpeg' | 'gif';
  original: EncodedFile;
  formats: [FormatKey, EncodedFile][];
}

/** Resource usage of the process: peak resident memory and CPU time. */
export interface ProcessUse {
  bytes: number;
  ms: number;
}

/** The single message the process sends back: the image, or why it was rejected. */
export type SanitizeOutcome = (
  | { kind: 'sanitized'; picture: SanitizedImage }
  | { kind: 'rejected'; reason: string }
) & {
  /** Missing when the process was killed. */
  used?: ProcessUse;
};
