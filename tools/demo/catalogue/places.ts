/** States, their districts and cities, which are real, and the courts that sit there. */

interface District {
  name: string;
  cities: readonly string[];
}

export interface State {
  name: string;
  /** Prefix of the enrolment numbers of its lawyers. */
  code: string;
  highCourt: string;
  districts: readonly District[];
}

const district = (name: string, ...cities: string[]): District => ({
  name,
  cities: cities.length === 0 ? [name] : cities,
});

export const STATES: readonly State[] = [
  {
    name: 'Maharashtra',
    code: 'MAH',
    highCourt: 'High Court of Bombay',
    districts: [district('Mumbai City', 'Mumbai'), district('Pune'), district('Nagpur'), district('Nashik')],
  },
  {
    name: 'Delhi',
    code: 'D',
    highCourt: 'High Court of Delhi',
    districts: [district('New Delhi'), district('South West Delhi', 'Dwarka')],
  },
  {
    name: 'Karnataka',
    code: 'KAR',
    highCourt: 'High Court of Karnataka',
    districts: [
      district('Bengaluru Urban', 'Bengaluru'),
      district('Mysuru'),
      district('Dharwad', 'Hubballi'),
    ],
  },
  {
    name: 'Tamil Nadu',
    code: 'TN',
    highCourt: 'High Court of Madras',
    districts: [district('Chennai'), district('Madurai'), district('Coimbatore')],
  },
  {
    name: 'Kerala',
    code: 'KER',
    highCourt: 'High Court of Kerala',
    districts: [district('Ernakulam', 'Kochi'), district('Thiruvananthapuram')],
  },
  {
    name: 'Telangana',
    code: 'TS',
    highCourt: 'High Court for the State of Telangana',
    districts: [district('Hyderabad'), district('Hanamkonda', 'Warangal')],
  },
  {
    name: 'Gujarat',
    code: 'GUJ',
    highCourt: 'High Court of Gujarat',
    districts: [district('Ahmedabad'), district('Surat'), district('Vadodara')],
  },
  {
    name: 'Rajasthan',
    code: 'RAJ',
    highCourt: 'High Court of Rajasthan',
    districts: [district('Jodhpur'), district('Jaipur'), district('Udaipur')],
  },
  {
    name: 'Uttar Pradesh',
    code: 'UP',
    highCourt: 'High Court of Allahabad',
    districts: [district('Prayagraj'), district('Lucknow'), district('Varanasi')],
  },
  {
    name: 'West Bengal',
    code: 'WB',
    highCourt: 'High Court at Calcutta',
    districts: [district('Kolkata'), district('Darjeeling', 'Siliguri')],
  },
  {
    name: 'Madhya Pradesh',
    code: 'MP',
    highCourt: 'High Court of Madhya Pradesh',
    districts: [district('Jabalpur'), district('Bhopal'), district('Indore')],
  },
  {
    name: 'Punjab',
    code: 'PNB',
    highCourt: 'High Court of Punjab and Haryana',
    districts: [district('Ludhiana'), district('Amritsar')],
  },
  {
    name: 'Assam',
    code: 'ASM',
    highCourt: 'High Court of Gauhati',
    districts: [district('Kamrup Metropolitan', 'Guwahati'), district('Jorhat')],
  },
  {
    name: 'Odisha',
    code: 'ODI',
    highCourt: 'High Court of Orissa',
    districts: [district('Cuttack'), district('Khordha', 'Bhubaneswar')],
  },
];

/** The first city of a state stands for the seat of its High Court. */
export const CITIES = STATES.flatMap((state) =>
  state.districts.flatMap(({ name, cities }) =>
    cities.map((city) => ({ name: city, district: name, state: state.name })),
  ),
);

export type City = (typeof CITIES)[number];

export interface Court {
  name: string;
  city: string;
}

export const SUPREME_COURT = 'Supreme Court of India';
export const districtCourtOf = (city: string): string => `District and Sessions Court, ${city}`;

export const COURTS: readonly Court[] = [
  { name: SUPREME_COURT, city: 'New Delhi' },
  ...STATES.map(({ highCourt, districts }) => ({ name: highCourt, city: districts[0]?.cities[0] ?? '' })),
  ...CITIES.map(({ name }) => ({ name: districtCourtOf(name), city: name })),
  { name: 'National Company Law Tribunal, Mumbai', city: 'Mumbai' },
  { name: 'National Company Law Tribunal, Kochi', city: 'Kochi' },
  { name: 'Income Tax Appellate Tribunal, Ahmedabad', city: 'Ahmedabad' },
  { name: 'Customs, Excise and Service Tax Appellate Tribunal, Chennai', city: 'Chennai' },
  { name: 'National Green Tribunal, Bhopal', city: 'Bhopal' },
  { name: 'Debts Recovery Tribunal, Kolkata', city: 'Kolkata' },
  { name: 'Family Court, Bengaluru', city: 'Bengaluru' },
  { name: 'State Consumer Disputes Redressal Commission, Hyderabad', city: 'Hyderabad' },
];

/** Kinds of forum by the key that profiles use. */
export const COURT_TYPES = {
  supreme: 'Supreme Court',
  high: 'High Court',
  district: 'District Court',
  tribunal: 'Tribunal',
  consumer: 'Consumer Commission',
  family: 'Family Court',
} as const;
export type CourtType = keyof typeof COURT_TYPES;
