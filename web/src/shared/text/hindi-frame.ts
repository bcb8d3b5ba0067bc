import { inIndia } from './dates.ts';
import type { FrameTexts } from './frame-texts.ts';

/** Texts around a Hindi article. Loaded with the rules of languages, and sent with the article, as most pages need none. */
const HINDI: FrameTexts = {
  language: 'hi',
  by: 'लेखक:',
  publishedOn: 'प्रकाशित:',
  updatedOn: 'अपडेट:',
  minutes: '# मिनट में पढ़ें',
  filedUnder: 'विषय',
  tags: 'टैग',
  contents: 'इस लेख में',
  related: 'संबंधित ख़बरें',
};

const MONTHS = 'जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर'.split(' ');

/** `20 नवंबर 2026`, the day in India; empty for an invalid time. */
function day(iso: string): string {
  const india = inIndia(new Date(iso));
  const month = MONTHS[india.getUTCMonth()];
  return month === undefined ? '' : `${india.getUTCDate()} ${month} ${india.getUTCFullYear()}`;
}

/** Returns the texts around a Hindi article, with the days of its publication and of its last change. */
export const hindiFrame = (published: string, updated: string): FrameTexts => ({
  ...HINDI,
  published: day(published),
  updated: day(updated),
});
