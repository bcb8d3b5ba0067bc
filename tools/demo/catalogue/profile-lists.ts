/** Languages and subjects of practice in profiles. */

export const LANGUAGES = [
  'English',
  'Hindi',
  'Marathi',
  'Kannada',
  'Tamil',
  'Malayalam',
  'Telugu',
  'Gujarati',
  'Bengali',
  'Punjabi',
  'Assamese',
  'Odia',
  'Urdu',
] as const;
export type LanguageName = (typeof LANGUAGES)[number];

/** Names by slug. */
export const SPECIALIZATIONS = {
  'criminal-defence': 'Criminal Defence',
  'civil-litigation': 'Civil Litigation',
  'property-and-land': 'Property and Land',
  'family-and-matrimonial': 'Family and Matrimonial',
  'succession-and-wills': 'Succession and Wills',
  'direct-tax': 'Direct Tax',
  'gst-and-customs': 'GST and Customs',
  'company-and-commercial': 'Company and Commercial',
  'insolvency-and-recovery': 'Insolvency and Recovery',
  arbitration: 'Arbitration',
  'labour-and-service': 'Labour and Service',
  'constitutional-and-writs': 'Constitutional and Writs',
  'consumer-protection': 'Consumer Protection',
  'intellectual-property': 'Intellectual Property',
  'environment-and-forests': 'Environment and Forests',
  'data-and-technology': 'Data and Technology',
} as const;
export type Specialization = keyof typeof SPECIALIZATIONS;
