import { defineCollection, json } from '../declaration.ts';

/** Values of `SubCategory2`. */
export const LAWYER = '0';
export const FIRM = '1';

/** Contact data for members. Archives have numbers and other values, too. */
export type Contact = Partial<Record<'phone_number' | 'email_address' | 'address' | 'website_link', unknown>>;

/** An edit of a profile by staff. */
export interface DeskEdit {
  by: number;
  at: string;
  changed: readonly string[];
}

/** Profiles of lawyers and of firms. Attributes with the audience `member` are for logged-in visitors only. */
export const lawyerCollection = defineCollection({
  name: 'lawyer',
  plural: 'lawyers',
  uid: 'api::lawyer.lawyer',
  kind: 'collection',
  owner: 'catalog',
  part: 'directory',
  draftAndPublish: false,
  hiddenBy: 'is_hidden',
  attributes: {
    Title: { type: 'string', required: true },
    SubTitle: { type: 'string', required: true },
    SubCategory2: { type: 'string' },
    Identifier: { type: 'string', required: true, audience: 'member' },
    DisplayDate: { type: 'date', required: true },
    shipping_class: { type: 'string' },
    /** The hourly charge in rupees. */
    Price: { type: 'decimal', min: 0, audience: 'member' },
    Detail1: { type: 'text', required: true, longText: true, html: true },
    contact: { ...json<Contact>(), required: true, audience: 'member' },
    PrimaryImageId: { type: 'media', required: true },
    SecondaryImageIds: { type: 'media', multiple: true },
    users_permissions_user: {
      type: 'relation',
      relation: 'manyToOne',
      target: 'plugin::users-permissions.user',
      unique: true,
      audience: 'staff',
    },
    /** States. */
    Property1: { type: 'relation', relation: 'manyToMany', target: 'country-state' },
    /** Cities. */
    Property2: { type: 'relation', relation: 'manyToMany', target: 'city' },
    /** Districts. */
    Property3: { type: 'relation', relation: 'manyToMany', target: 'state-district' },
    PropertyList1: {
      type: 'relation',
      relation: 'manyToMany',
      target: 'specialization',
      inversedBy: 'lawyers',
    },
    PropertyList2: { type: 'relation', relation: 'manyToMany', target: 'court', inversedBy: 'lawyers' },
    PropertyList3: { type: 'relation', relation: 'manyToMany', target: 'language', inversedBy: 'lawyers' },
    type_of_court: { type: 'relation', relation: 'manyToMany', target: 'type-of-court' },
    /** Version of the rules that sanitized `Detail1`. */
    html_version: { type: 'integer', private: true },
    /** True for a profile that its owner made here; absent for those of archives and editors. */
    made_by_owner: { type: 'boolean', private: true },
    /** Declaration of the owner with the last edit: `{ version, at }`; null where it was not made. */
    declaration: { type: 'json', private: true },
    /** Time of the last edit that staff has to review, if staff edited the profile after it; otherwise it is `updatedAt`. */
    owner_edit_at: { type: 'datetime', private: true, readonly: true },
    /** The last edit of staff of which the owner is mailed: `{ by, at, changed }`, with the labels of what it changed. */
    desk_edit: { ...json<DeskEdit>(), private: true, readonly: true },
    /** Set by staff; see `profile-state-routes.ts` of catalog. */
    approved: { type: 'boolean', private: true, readonly: true },
    suspended: { type: 'boolean', private: true, readonly: true },
    /** Computed when the profile enters the model; never stored. */
    is_hidden: { type: 'boolean', private: true, readonly: true },
  },
  // Excludes member-only attributes: facet counts would disclose their values.
  facets: {
    SubCategory2: {},
    PropertyList1: {},
    PropertyList2: {},
    PropertyList3: {},
    type_of_court: {},
    Property1: {},
    Property2: {},
    Property3: {},
  },
  aliases: [{ plural: 'firms', fixed: { SubCategory2: FIRM } }],
});
