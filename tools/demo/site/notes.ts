/** The line that closes each post and says what in it is invented. */

export const KINDS = ['case', 'explainer', 'feature', 'about'] as const;
export type Kind = (typeof KINDS)[number];
export type Language = 'en' | 'hi';

const NOTES: Record<Language, Record<Kind, string>> = {
  en: {
    case: 'An illustrative report from a fictional gazette: the parties, the order and the words quoted are invented; the statutes are real. Not legal advice.',
    explainer:
      'An explainer from a fictional gazette, written as a demonstration. Check the statute before you act; this is not legal advice.',
    feature: 'A story from a fictional gazette: its people, places and figures are invented.',
    about: '',
  },
  hi: {
    case: 'यह एक काल्पनिक पत्रिका का उदाहरण है: पक्षकार, आदेश और उद्धरण गढ़े हुए हैं, क़ानून असली है। यह क़ानूनी सलाह नहीं है।',
    explainer:
      'यह लेख एक काल्पनिक पत्रिका के लिए, उदाहरण के रूप में लिखा गया है। क़दम उठाने से पहले मूल क़ानून देखें; यह क़ानूनी सलाह नहीं है।',
    feature: 'यह एक काल्पनिक पत्रिका की कहानी है: लोग, जगहें और आँकड़े गढ़े हुए हैं।',
    about: '',
  },
};

/** The closing paragraph for a post of this kind, or nothing where the post is itself that note. */
export function closingNote(kind: Kind, language: Language): string {
  const text = NOTES[language][kind];
  return text === '' ? '' : `<p><em>${text}</em></p>\n`;
}
