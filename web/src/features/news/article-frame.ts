import type { FrameTexts } from '#shared/text/frame-texts.ts';

/** The texts of the specification. */
export const ENGLISH_FRAME: FrameTexts = {
  language: 'en',
  by: 'By',
  publishedOn: 'Published on',
  updatedOn: 'Updated on',
  minutes: '# min read',
  filedUnder: 'Filed under',
  tags: 'Tags',
  contents: 'Contents',
  related: 'Related news',
};
