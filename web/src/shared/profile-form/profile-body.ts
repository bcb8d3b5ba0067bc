import type { Problem } from '#shared/api/problem.ts';
import { idsOf, withinPlaces } from './choice.ts';
import type { ProfileValues } from './profile-form-definition.ts';
import type { ProfileKind } from './profile-kind.ts';
import { textToHtml } from './profile-text.ts';

/** `SubCategory2` of each kind. */
const SUB_CATEGORIES: Readonly<Record<ProfileKind, string>> = { lawyer: '0', firm: '1' };

/** Path segments of the collections, which differ for creation alone. */
export const COLLECTIONS: Readonly<Record<ProfileKind, string>> = { lawyer: 'lawyers', firm: 'firms' };

const textOf = (text: string | undefined): string => text?.trim() ?? '';

/** Returns the values of a valid form as attributes of the API, without owner, pictures and long text. */
const toAttributes = (values: ProfileValues) => ({
  Title: textOf(values.Title),
  Identifier: textOf(values.Identifier),
  shipping_class: textOf(values.shipping_class) || null,
  DisplayDate: values.DisplayDate?.format('YYYY-MM-DD') ?? null,
  SubTitle: textOf(values.SubTitle),
  Price: values.Price ?? null,
  contact: {
    phone_number: textOf(values.phone_number),
    email_address: textOf(values.email_address),
    address: textOf(values.address),
    website_link: textOf(values.website_link),
  },
  Property1: idsOf(values.Property1),
  Property2: idsOf(values.Property2),
  Property3: idsOf(values.Property3),
  PropertyList1: idsOf(values.PropertyList1),
  PropertyList2: idsOf(values.PropertyList2),
  PropertyList3: idsOf(values.PropertyList3),
  type_of_court: idsOf(values.type_of_court),
});

/** Tells the API that the owner was shown the declaration and made it. */
export const DECLARED = { declaration: true } as const;

/** Creates the body that creates a profile; the form shows the declaration. */
export const toNewProfile = (
  values: ProfileValues,
  owner: { kind: ProfileKind; userId: number; pictureId: number },
) => ({
  users_permissions_user: owner.userId,
  SubCategory2: SUB_CATEGORIES[owner.kind],
  PrimaryImageId: owner.pictureId,
  ...toAttributes(values),
  Detail1: textToHtml(values.Detail1 ?? ''),
  ...DECLARED,
});

/**
 * Returns the attributes that an edit changes, and no other, without a declaration. The long text is among them only when it was
 * edited, as its formatting is lost.
 */
export function toEditedAttributes(values: ProfileValues, former: ProfileValues): Record<string, unknown> {
  const before: Readonly<Record<string, unknown>> = toAttributes(former);
  const changed = Object.entries(toAttributes({ ...former, ...values })).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  );
  const text = values.Detail1 === former.Detail1 ? {} : { Detail1: textToHtml(values.Detail1 ?? '') };
  return { ...Object.fromEntries(changed), ...text };
}

/** Returns the problem with the names of the form's fields in place of the API's paths. */
export function toFieldProblem(problem: Problem): Problem {
  const fields = Object.entries(problem.fields).map(([path, message]) => {
    const name = path.replace(/^data\./, '').replace(/^contact\./, '');
    return [name === 'PrimaryImageId' ? 'profileImage' : name, message];
  });
  return { ...problem, fields: Object.fromEntries(fields) as Problem['fields'] };
}

/** Returns the values without districts, cities and courts outside the chosen places. */
export function withoutOtherPlaces(values: ProfileValues): ProfileValues {
  const state = idsOf(values.Property1);
  const districts = withinPlaces(values.Property3 ?? [], { state });
  const district = idsOf(districts);
  const cities = withinPlaces(values.Property2 ?? [], { state, district });
  const courts = withinPlaces(values.PropertyList2 ?? [], { state, district, city: idsOf(cities) });
  return { ...values, Property3: districts, Property2: cities, PropertyList2: courts };
}
