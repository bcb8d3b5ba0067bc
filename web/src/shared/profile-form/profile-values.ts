import dayjs from 'dayjs';
import type { OwnProfile } from './own-profile.ts';
import type { ProfileValues } from './profile-form-definition.ts';
import { htmlToText } from './profile-text.ts';

/** Returns the initial values of a profile's form. */
export const toProfileValues = (profile: OwnProfile): ProfileValues => ({
  Title: profile.title,
  Identifier: profile.license,
  shipping_class: profile.shippingClass,
  DisplayDate: profile.since === '' ? null : dayjs(profile.since),
  SubTitle: profile.subTitle,
  email_address: profile.email,
  phone_number: profile.phone,
  address: profile.address,
  website_link: profile.website,
  Price: profile.hourlyCharge,
  type_of_court: profile.courtTypes,
  Property1: profile.states,
  Property2: profile.cities,
  Property3: profile.districts,
  PropertyList1: profile.areas,
  PropertyList2: profile.courts,
  PropertyList3: profile.languages,
  Detail1: htmlToText(profile.details),
});
