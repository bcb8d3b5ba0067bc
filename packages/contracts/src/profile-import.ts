/** Attributes of a profile with one value that an import writes; those of the contact data by their own names. */
export const PROFILE_VALUES = [
  'SubCategory2',
  'Title',
  'SubTitle',
  'Identifier',
  'DisplayDate',
  'email_address',
  'phone_number',
  'address',
  'website_link',
] as const;
export type ProfileValue = (typeof PROFILE_VALUES)[number];

export const CONTACT_VALUES = ['email_address', 'phone_number', 'address', 'website_link'] as const;
export type ContactValue = (typeof CONTACT_VALUES)[number];

/** Those that are lists of names, which must be entries of the lists of the directory. */
export const PROFILE_LISTS = [
  'Property1',
  'Property3',
  'Property2',
  'type_of_court',
  'PropertyList2',
  'PropertyList1',
  'PropertyList3',
] as const;
export type ProfileListName = (typeof PROFILE_LISTS)[number];

export type ProfileValues = Partial<Record<ProfileValue, string | null>> &
  Partial<Record<ProfileListName, readonly string[]>>;
