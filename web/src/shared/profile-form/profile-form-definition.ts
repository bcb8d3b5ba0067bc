import type { Dayjs } from 'dayjs';
import { email, filled } from '#shared/forms/checks.ts';
import { normalizePhone, phone } from '#shared/forms/number-checks.ts';
import type { Check, FormDefinition } from '#shared/forms/form-definition.ts';
import type { Choice } from './choice.ts';
import { LABELS, type ProfileKind } from './profile-kind.ts';
import { pictureProblem } from './picture.ts';

/** The fields of a profile that are text, dates and choices; names of the API where it has one. */
export interface ProfileValues {
  profileImage?: File;
  Title?: string;
  Identifier?: string;
  shipping_class?: string;
  DisplayDate?: Dayjs | null;
  SubTitle?: string;
  email_address?: string;
  phone_number?: string;
  address?: string;
  website_link?: string;
  Price?: number | null;
  type_of_court?: readonly Choice[];
  Property1?: readonly Choice[];
  Property3?: readonly Choice[];
  Property2?: readonly Choice[];
  PropertyList1?: readonly Choice[];
  PropertyList2?: readonly Choice[];
  PropertyList3?: readonly Choice[];
  Detail1?: string;
  agreement?: boolean;
}

const notNegative: Check<number | null | undefined, unknown> = (value) =>
  typeof value === 'number' && value < 0 ? 'Hourly Charge must not be negative' : null;

const pictureCheck: Check<File | undefined, unknown> = (picture) =>
  picture === undefined ? null : pictureProblem(picture);

/** Declaration that owners make with every edit of their profile: version 1 of the text, as catalog stores it. */
export const DECLARATION = {
  label: 'Declaration',
  message: 'Accept the declaration',
  text: 'I declare that these details are true, that I publish them as information and not as an advertisement, and that the rules of my profession allow it',
};

/**
 * Returns the form of a profile; its fields are the same for registration, account and console.
 * @param agreement names the text to accept, with the message where it is not accepted; null where there is none
 */
export function profileFormOf(
  id: string,
  kind: ProfileKind,
  agreement: { label: string; message: string } | null,
  { hasPicture = true } = {},
): FormDefinition<ProfileValues> {
  const { image, title, since, subtitle } = LABELS[kind];
  return {
    id,
    fields: {
      profileImage: {
        label: image,
        help: 'PNG, JPEG or GIF, at most 8 MB',
        checks: hasPicture ? [filled(`${image} is required`), pictureCheck] : [],
      },
      Title: { label: title, checks: [filled(`${title} is required`)] },
      Identifier: {
        label: 'License',
        help: 'Shown to logged-in visitors only',
        checks: [filled('License is required')],
      },
      shipping_class: { label: 'Shipping class' },
      DisplayDate: { label: since, help: 'Day, month, year', checks: [filled(`${since} is required`)] },
      SubTitle: { label: subtitle, checks: [filled(`${subtitle} is required`)] },
      email_address: {
        label: 'Professional Email',
        checks: [filled('Email is required'), email('Invalid email format')],
      },
      phone_number: {
        label: 'Phone number',
        help: '10 digits, without country code',
        checks: [filled('Phone number is required'), phone('Phone number must be 10 digits')],
        normalize: normalizePhone,
      },
      address: { label: 'Address', checks: [filled('Address is required')] },
      website_link: { label: 'Website link', checks: [filled('Website link is required')] },
      Price: {
        label: 'Hourly Charge',
        help: 'In rupees. Optional, and shown to logged-in visitors only',
        checks: [notNegative],
      },
      type_of_court: { label: 'Court Types' },
      Property1: { label: 'States' },
      Property3: { label: 'Districts', help: 'In the states that you have chosen' },
      Property2: { label: 'Cities', help: 'In the states and districts that you have chosen' },
      PropertyList1: { label: 'Specialization Areas' },
      PropertyList2: { label: 'Courts', help: 'In the places that you have chosen' },
      PropertyList3: { label: 'Languages' },
      Detail1: {
        label: 'Profile Details',
        help: 'Leave an empty line to start a new paragraph',
        checks: [filled('Profile Details is required')],
      },
      agreement: {
        label: agreement?.label ?? '',
        checks: agreement === null ? [] : [filled(agreement.message)],
      },
    },
  };
}
