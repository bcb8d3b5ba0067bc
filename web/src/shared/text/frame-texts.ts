/** Texts around an article, in its own language. */
export interface FrameTexts {
  /** The language of these texts. */
  language: 'en' | 'hi';
  by: string;
  publishedOn: string;
  updatedOn: string;
  /** The time that an article takes to read; `#` stands for the number of minutes. */
  minutes: string;
  /** The names of the months, with spaces between; dates are written as in English without them. */
  months?: string;
  filedUnder: string;
  tags: string;
  contents: string;
  related: string;
}
