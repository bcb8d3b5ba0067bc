/** Texts around an article, in its own language. */
export interface FrameTexts {
  /** The language of these texts. */
  language: 'en' | 'hi';
  by: string;
  publishedOn: string;
  updatedOn: string;
  /** The time that an article takes to read; `#` stands for the number of minutes. */
  minutes: string;
  /** The days of publication and of the last change; written as in English where they are left out. */
  published?: string;
  updated?: string;
  filedUnder: string;
  tags: string;
  contents: string;
  related: string;
}
