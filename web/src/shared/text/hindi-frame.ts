import type { FrameTexts } from './frame-texts.ts';

/** Texts around a Hindi article. Loaded with the rules of languages, and sent with the article, as most pages need none. */
export const HINDI_FRAME: FrameTexts = {
  language: 'hi',
  by: 'लेखक:',
  publishedOn: 'प्रकाशित:',
  updatedOn: 'अपडेट:',
  minutes: '# मिनट में पढ़ें',
  months: 'जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर',
  filedUnder: 'विषय',
  tags: 'टैग',
  contents: 'इस लेख में',
  related: 'संबंधित ख़बरें',
};
