/** What the cleaning process is sent, once. */
export interface CleanTask {
  bytes: Uint8Array;
}

export const FORMAT_KEYS = ['thumbnail', 'large', 'medium', 'small'] as const;
export type FormatKey = (typeof FORMAT_KEYS)[number];

export interface CleanFile {
  bytes: Uint8Array;
  width: number;
  height: number;
}

/** A picture made anew from its pixels alone, and its smaller formats. */
export interface CleanPicture {
  kind: 'png' | 'jpeg' | 'gif';
  original: CleanFile;
  formats: [FormatKey, CleanFile][];
}

/** What the process took: memory at most, and processor time. */
export interface ProcessUse {
  bytes: number;
  ms: number;
}

/** What it answers, once: the picture, or why it cannot be taken. */
export type CleanOutcome = (
  | { kind: 'cleaned'; picture: CleanPicture }
  | { kind: 'refused'; reason: string }
) & {
  /** Absent when the process was ended from outside. */
  used?: ProcessUse;
};
