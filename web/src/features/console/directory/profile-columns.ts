import { FIRM, LAWYER } from '@vidhi/collections/catalog/lawyer.ts';
import { tenDigits } from '@vidhi/contracts/digits.ts';
import { isMailable } from '@vidhi/contracts/email-address.ts';
import { enrolmentKey } from '@vidhi/contracts/enrolment-number.ts';
import type { ProfileListName, ProfileValue } from '@vidhi/contracts/profile-import.ts';

/** Attributes of a profile that a file may have, with their names in the first row. */
export const COLUMNS = [
  'id',
  'kind',
  'name',
  'qualification',
  'number',
  'in practice since',
  'email',
  'phone',
  'address',
  'website',
  'states',
  'districts',
  'cities',
  'types of court',
  'courts',
  'practice areas',
  'languages',
] as const;
export type ColumnName = (typeof COLUMNS)[number];

/** Other names that spreadsheets have for them. */
const ALIASES: Readonly<Record<string, ColumnName>> = {
  profileid: 'id',
  type: 'kind',
  title: 'name',
  fullname: 'name',
  firmname: 'name',
  subtitle: 'qualification',
  qualifications: 'qualification',
  enrolmentnumber: 'number',
  enrolmentno: 'number',
  enrollmentnumber: 'number',
  enrollmentno: 'number',
  licencenumber: 'number',
  licensenumber: 'number',
  since: 'in practice since',
  practicesince: 'in practice since',
  enrolledon: 'in practice since',
  emailaddress: 'email',
  mail: 'email',
  phonenumber: 'phone',
  mobile: 'phone',
  websitelink: 'website',
  state: 'states',
  district: 'districts',
  city: 'cities',
  typeofcourt: 'types of court',
  court: 'courts',
  practicearea: 'practice areas',
  specializations: 'practice areas',
  specialization: 'practice areas',
  language: 'languages',
};
const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Returns the column that a heading names; null for another one. */
export function columnOf(heading: string): ColumnName | null {
  const name = plain(heading);
  return COLUMNS.find((column) => plain(column) === name) ?? ALIASES[name] ?? null;
}

/** Attributes with one value. */
export const ATTRIBUTES = {
  kind: 'SubCategory2',
  name: 'Title',
  qualification: 'SubTitle',
  number: 'Identifier',
  'in practice since': 'DisplayDate',
  email: 'email_address',
  phone: 'phone_number',
  address: 'address',
  website: 'website_link',
} as const satisfies Partial<Record<ColumnName, ProfileValue>>;
export type ValueColumn = keyof typeof ATTRIBUTES;

/** Those that are lists of names. */
export const LISTS = {
  states: 'Property1',
  districts: 'Property3',
  cities: 'Property2',
  'types of court': 'type_of_court',
  courts: 'PropertyList2',
  'practice areas': 'PropertyList1',
  languages: 'PropertyList3',
} as const satisfies Partial<Record<ColumnName, ProfileListName>>;
export type ListColumn = keyof typeof LISTS;

type Read = { value: string } | { message: string };

const MAX_TEXT = 255;
const MAX_LONG_TEXT = 500;
const tidy = (text: string): string => text.normalize('NFC').replaceAll(/\s+/gu, ' ').trim();

function readText(text: string, max = MAX_TEXT): Read {
  const value = tidy(text);
  return value.length > max ? { message: `The text is longer than ${max} characters` } : { value };
}

function readKind(text: string): Read {
  const kind = plain(text);
  if (kind === 'lawyer' || kind === 'advocate' || kind === LAWYER) return { value: LAWYER };
  if (kind === 'firm' || kind === 'lawfirm' || kind === FIRM) return { value: FIRM };
  return { message: `“${text}” is neither lawyer nor firm` };
}

const ISO_DAY = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
/** As it is written in India: the day first. */
const INDIAN_DAY = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/;

/** Reads a day: `2010-06-15`, `15/06/2010`, `15.6.2010`. */
function readDay(text: string): Read {
  const [year, month, day] =
    ISO_DAY.exec(text.trim())?.slice(1) ?? INDIAN_DAY.exec(text.trim())?.slice(1).toReversed() ?? [];
  const message = `“${text}” is no day, such as 15/06/2010`;
  if (year === undefined || month === undefined || day === undefined) return { message };
  const value = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = new Date(`${value}T00:00:00.000Z`);
  if (Number.isNaN(time.getTime()) || time.toISOString().slice(0, 10) !== value) return { message };
  return time.getTime() > Date.now() ? { message: `${text} is in the future` } : { value };
}

function readEmail(text: string): Read {
  const value = text.trim().toLowerCase();
  return isMailable(value) ? { value } : { message: `“${text}” is no e-mail address` };
}

function readPhone(text: string): Read {
  const value = tenDigits(text.trim());
  return value === null ? { message: `“${text}” is no phone number of ten digits` } : { value };
}

const BARE_HOST = /^[^\s/:@?#\\]+\.[^\s/:@?#\\]+(?:\/.*)?$/;

function readWebsite(text: string): Read {
  const link = text.trim().replace(/^http:\/\//i, 'https://');
  const url = URL.parse(BARE_HOST.test(link) ? `https://${link}` : link);
  const isWeb = url !== null && url.protocol === 'https:' && url.hostname.includes('.');
  return isWeb
    ? { value: BARE_HOST.test(link) ? `https://${link}` : link }
    : { message: `“${text}” is no website, such as https://rao.example` };
}

function readNumber(text: string): Read {
  return enrolmentKey(text) === ''
    ? { message: `“${text}” is no enrolment number: it has no digit` }
    : readText(text);
}

const READERS: Readonly<Record<ValueColumn, (text: string) => Read>> = {
  kind: readKind,
  name: (text) => readText(text),
  qualification: (text) => readText(text),
  number: readNumber,
  'in practice since': readDay,
  email: readEmail,
  phone: readPhone,
  address: (text) => readText(text, MAX_LONG_TEXT),
  website: readWebsite,
};

/** Reads the text of a cell that is not blank. */
export const readValue = (column: ValueColumn, text: string): Read => READERS[column](text);

const KIND_NAMES: Readonly<Record<string, string>> = { [LAWYER]: 'lawyer', [FIRM]: 'firm' };

/** Returns a value as a spreadsheet has it. */
export const cellText = (column: ValueColumn, value: string | null | undefined): string =>
  column === 'kind' ? (KIND_NAMES[value ?? ''] ?? '') : (value ?? '');
