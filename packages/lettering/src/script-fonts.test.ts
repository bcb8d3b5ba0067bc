import { describe, expect, it } from 'vitest';
import { fontOf, runsOf, type Weight } from './script-fonts.ts';

const glyphsOf = (text: string, weight: Weight) => {
  const missing = new Set<string>();
  const glyphs = runsOf(text, weight, missing).flatMap(
    (run) => fontOf(run.script, weight).layout(run.text).glyphs,
  );
  return { glyphs, missing: [...missing] };
};
const visual = (text: string): string =>
  runsOf(text, 'regular', new Set())
    .map((run) => run.text)
    .join('|');

describe('the fonts of Indian scripts', () => {
  it.each([
    ['Tamil', 'முருகன் மூர்த்தி'],
    ['Telugu', 'శ్రీనివాస రావు'],
    ['Kannada', 'ಬೆಂಗಳೂರು ಕೃಷ್ಣ'],
    ['Malayalam', 'തിരുവനന്തപുരം ക്‍ഷ ൻ'],
    ['Bengali', '১২ পার্ক স্ট্রিট'],
    ['Gujarati', 'અમદાવાદ ક્ષત્રિય'],
    ['Gurmukhi', 'ਅੰਮ੍ਰਿਤਸਰ ਸਿੰਘ'],
    ['Oriya', 'ଭୁବନେଶ୍ୱର'],
    ['Arabic', 'ٹاؤن ہال روڈ، ۱۲ لکھنؤ'],
    ['Arabic', 'سنڌي ٻولي ڳالھ ڇوڪرو ڏسڻ ڍنڍ ڱ ڦ ڄ'],
    ['Arabic', 'کٲشُر زَبان ژٕ چھُ ۆ ۄ ۍ ؠ ٳ'],
    ['OlChiki', 'ᱥᱟᱱᱛᱟᱲᱤ ᱢᱩᱨᱢᱩ ᱑᱒᱓᱾'],
    ['MeeteiMayek', 'ꯃꯤꯇꯩ ꯃꯌꯦꯛ ꯏꯝꯐꯥꯜ ꯱꯲꯳꯫'],
    ['Devanagari', 'नाम मैथिली ॲ ॳ ॴ ॶ ॷ ॻ ॾ ऽ ।'],
    ['Bengali', 'অসমীয়া ৰাজ্য ৱাৰ্ড ৎ ৺'],
    ['Devanagari', 'क्षत्रिय ₹ 450 O’Neil — 4'],
  ])('have every glyph of %s, in both weights', (script, text) => {
    for (const weight of ['regular', 'bold'] as const) {
      const { glyphs, missing } = glyphsOf(text, weight);
      expect(missing).toEqual([]);
      expect(glyphs.filter(({ id }) => id === 0)).toEqual([]);
      expect(runsOf(text, weight, new Set()).map((run) => run.script)).toContain(script);
    }
  });

  it('shape clusters: fewer glyphs than characters, marks with their letter', () => {
    expect(glyphsOf('க்ஷ', 'regular').glyphs).toHaveLength(1);
    expect(runsOf('ক্‍ষ', 'regular', new Set())).toHaveLength(1);
  });

  it('print words from right to left in visual order, and numbers from left to right', () => {
    expect(visual('House ٹاؤن ہال 12, Pune')).toBe('House |12| |ہال| |ٹاؤن|, Pune');
    expect(visual('ٹاؤن (ہال) روڈ')).toBe('روڈ| |(|ہال|)| |ٹاؤن');
    expect(visual('12 Park Street')).toBe('12 Park Street');
    expect(visual('علی۔')).toBe('۔|علی');
  });

  it.each([
    ['اقبال (وکیل)', '(|وکیل|)| |اقبال'],
    ['(علی) خان', 'خان| |(|علی|)'],
    ['علی [خان] (نام)', '(|نام|)| |[|خان|]| |علی'],
    ['"علی" خان', 'خان| |"|علی|"'],
    ['Ali (علی) Khan', 'Ali (|علی|) Khan'],
    ['(Ali علی)', '(Ali |علی|)'],
  ])('print both brackets of %s around their words', (text, shown) => {
    expect(visual(text)).toBe(shown);
  });

  it.each(['۱۲', '١٢٣'])('print the digits %s in the order in which they are read', (number) => {
    const arabic = (text: string) =>
      fontOf('Arabic', 'regular')
        .layout(text)
        .glyphs.map(({ id }) => id);
    const inOrder = Array.from(number).flatMap((digit) => arabic(digit));
    const { glyphs } = glyphsOf(`${number} لکھنؤ`, 'regular');
    expect(glyphs.slice(-number.length).map(({ id }) => id)).toEqual(inOrder);
  });

  it.each([
    ['Kṛṣṇa', 'Krsna', ['ṛ', 'ṣ', 'ṇ']],
    ['№ 4½', 'No 4 1/2', []],
    ['Asha\tRao\u3000x\u2009y', 'Asha Rao x y', []],
  ])('print %s in letters that they have', (text, shown, lost) => {
    const missing = new Set<string>();
    expect(runsOf(text, 'regular', missing).map((run) => run.text)).toEqual([shown]);
    expect([...missing]).toEqual(lost);
  });

  it('print a question mark for a character in no font, and nothing for invisible ones', () => {
    const { glyphs, missing } = glyphsOf('鬼 A\u2060\u0007', 'regular');
    expect(missing).toEqual(['鬼']);
    expect(glyphs.map(({ codePoints }) => String.fromCodePoint(...codePoints)).join('')).toBe('? A');
  });
});

it.each(['₹ 450.00', 'संविधान', 'తెలుగు'])(
  'shapes %s the same each time, whatever was done with the result',
  (text) => {
    const font = fontOf(text.startsWith('త') ? 'Telugu' : 'Devanagari', 'regular');
    const first = font.layout(text);
    const shaped = { ids: first.glyphs.map(({ id }) => id), width: first.advanceWidth };
    expect(shaped.width).toBeGreaterThan(0);
    // As pdfkit does.
    for (const position of first.positions) position.xAdvance *= 0.5;
    expect(first.advanceWidth).toBe(shaped.width / 2);
    const second = font.layout(text);
    expect({ ids: second.glyphs.map(({ id }) => id), width: second.advanceWidth }).toEqual(shaped);
  },
);
