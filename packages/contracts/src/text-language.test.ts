import { describe, expect, it } from 'vitest';
import { languageProps } from './script-language.ts';
import { languageOf, languageOfPost } from './text-language.ts';

describe('the language of a text', () => {
  it.each([
    ['The court held that bail is the rule', null],
    ['', null],
    ['2026 …', null],
    ['On the word dharma (धर्म)', null],
    ['ज़मानत पर नया फैसला', 'hi'],
    ['उच्चतम न्यायालय ने आज कहा कि जमानत नियम है।', 'hi'],
    ['GST पर नया आदेश', 'hi'],
    ['सर्वोच्च न्यायालयाने आज निकाल दिला आहे आणि जामीन मंजूर केला', 'mr'],
    ['उच्च न्यायालयाचा निर्णय: शेतकऱ्यांच्या जमिनीसाठी नवे नियम', 'mr'],
    ['सर्वोच्च अदालतले आज फैसला गरेको छ र पनि जमानत दिएको छैन', 'ne'],
    ['शराब घोटाला: आज फैसला, कल सजा', 'hi'],
    ['दिवाला कानून: नया फैसला', 'hi'],
    ['विधि पाठशाला: पहला अध्याय', 'hi'],
    ['पुराने मुकदमे, हटाने पर रोक', 'hi'],
    ['क्या होते आपके अधिकार', 'hi'],
    ['बुलडोजर मामले: आज फैसले', 'hi'],
    ['सुप्रीम कोर्ट: पहले सुनवाई', 'hi'],
    ['आपको मिलेगा रिफंड: जानिए नियम', 'hi'],
    ['शादी हो या तलाक: जानिए अधिकार', 'hi'],
    ['मुंबई उच्च न्यायालयाचा मोठा निर्णय', 'mr'],
    ['जामीन मंजूर करताना न्यायालयाने काय म्हटले', 'mr'],
    ['सर्वोच्च अदालतको फैसला सार्वजनिक भयो', 'ne'],
    ['সুপ্রিম কোর্টের রায়', 'bn'],
    ['কলকাতার আদালতে অসমীয়া শব্দ ৰায়', 'bn'],
    ['সুপ্রিম কোর্ট আজ রায় দিয়েছে।', 'bn'],
    ['উচ্চতম ন্যায়ালয়ে আজি ৰায় দিছে', 'as'],
    ['ਸੁਪਰੀਮ ਕੋਰਟ ਨੇ ਅੱਜ ਕਿਹਾ।', 'pa'],
    ['સુપ્રીમ કોર્ટે આજે કહ્યું', 'gu'],
    ['ସୁପ୍ରିମକୋର୍ଟ ଆଜି କହିଛନ୍ତି।', 'or'],
    ['உச்ச நீதிமன்றம் இன்று கூறியது', 'ta'],
    ['సుప్రీంకోర్టు నేడు చెప్పింది', 'te'],
    ['ಸುಪ್ರೀಂ ಕೋರ್ಟ್ ಇಂದು ಹೇಳಿದೆ', 'kn'],
    ['സുപ്രീം കോടതി ഇന്ന് പറഞ്ഞു', 'ml'],
    ['سپریم کورٹ نے آج فیصلہ سنایا', 'ur'],
  ])('%s is %s', (text, language) => expect(languageOf(text)).toBe(language));
});

describe('the language of a post', () => {
  const hindi = { title: 'ज़मानत पर नया फैसला', content: '<p>उच्चतम न्यायालय ने आज कहा।</p>' };

  it.each([
    ['mr', 'mr'],
    ['MR-IN', 'mr'],
    ['mr_IN', 'mr'],
    ['Marathi', 'mr'],
    ['मराठी', 'mr'],
    ['English', null],
    ['en-IN', null],
    ['', 'hi'],
    [null, 'hi'],
    ['Klingon', 'hi'],
    [7, 'hi'],
  ])('is that of the field %s, where it names one', (language, expected) =>
    expect(languageOfPost({ ...hindi, language })).toBe(expected),
  );

  it('is that of title and text together, without tags', () => {
    const quoted = {
      title: 'Reading फैसला',
      content: `<p class="a-long-class-name">${'न्यायालय ने कहा '.repeat(20)}</p>`,
    };
    expect(languageOfPost(quoted)).toBe('hi');
    expect(
      languageOfPost({ title: 'फैसला', content: `<p>${'The court said so. '.repeat(20)}</p>` }),
    ).toBeNull();
  });
});

it('a text in Urdu runs from right to left', () => {
  expect(languageProps('ur')).toEqual({ lang: 'ur', dir: 'rtl' });
  expect(languageProps('hi')).toEqual({ lang: 'hi' });
  expect(languageProps(null)).toEqual({});
});
