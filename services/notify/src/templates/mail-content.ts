/** A part of a mail, in reading order. Texts are plain: the renderer escapes them. */
export type MailBlock =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string }
  /** Heading of a part of the mail. */
  | { kind: 'subheading'; text: string }
  /** A longer text, in paragraphs with blank lines between them, whose web addresses are links. */
  | { kind: 'prose'; text: string }
  /** A title that is a link, and a text below it. */
  | { kind: 'article'; title: string; text: string; link: string }
  /** A link in a paragraph of its own; in the text part its URL. */
  | { kind: 'button'; text: string; link: string }
  /** A link in small print. */
  | { kind: 'small-link'; text: string; link: string }
  /** Small print. */
  | { kind: 'note'; text: string }
  /** Pairs of a name and a value; the value may have several lines. */
  | { kind: 'facts'; facts: readonly (readonly [name: string, value: string])[] }
  /** Pairs of a name and an amount, aligned to the right; that of `total` stands out. */
  | { kind: 'amounts'; facts: readonly (readonly [name: string, value: string])[]; total: string }
  /**
   * Rows of equal length; the first is the header. The first cell has a line of its own above the others, as phones are too
   * narrow for four columns; the last one is aligned to the right.
   */
  | { kind: 'table'; rows: readonly (readonly string[])[] };

export interface MailContent {
  subject: string;
  blocks: readonly MailBlock[];
}

/** Details of the site in every mail. */
export interface SiteIdentity {
  name: string;
  url: string;
  footerFrom: number;
  footerTo: number;
  /** Pages with conditions of the shop, as far as the site has them; absent without any. */
  policies?: readonly { label: string; url: string }[];
}

export interface TemplateInput {
  values: Readonly<Record<string, unknown>>;
  link: string | null;
  site: SiteIdentity;
}

/** Writes a mail from its values. Throws when a value that it needs is missing. */
export type MailTemplate = (input: TemplateInput) => MailContent;
