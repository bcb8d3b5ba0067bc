/**
 * Words that praise or solicit, which Rule 36 of the Bar Council does not allow to advocates. A hint for staff: whether a
 * word praises depends on its sentence.
 */
const PRAISE =
  /(?<![\p{L}\p{M}\p{N}])(?:best|leading|top(?:most)?|foremost|finest|renowned|famous|eminent|expert|unmatched|unbeatable|award[- ]winning|most (?:trusted|experienced|successful)|no\.? ?1|number one|#1|guaranteed?|100 ?% (?:success|result)\w*|cheap(?:est)?|low(?:est)? fees?|free consultation|discounts?|call now|whatsapp|book an appointment|सर्वश्रेष्ठ|प्रसिद्ध|अग्रणी|नंबर 1|नं\.? ?1|मुफ़?्त परामर्श)(?![\p{L}\p{M}\p{N}])/giu;
/** Contact data in a text, beside those that members see. */
const CONTACT =
  /[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?:https?:\/\/|www\.)[^\s<>"']+|(?<!\d)(?:\+?91[ -]?)?[6-9]\d{4}[ -]?\d{5}(?!\d)/giu;

const MAX_WORDS = 20;

/** Returns the words in a text that staff should look at, each once. */
export function findRule36Words(text: string): string[] {
  const found = [...text.matchAll(PRAISE), ...text.matchAll(CONTACT)].map(([word]) => word);
  const seen = new Set<string>();
  return found
    .filter((word) => {
      const key = word.toLowerCase();
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    })
    .slice(0, MAX_WORDS);
}
