import { FIRMS } from './firms.ts';
import { NORTHERN_LAWYERS } from './lawyers-north.ts';
import { SOUTHERN_LAWYERS } from './lawyers-south.ts';
import { CITIES, STATES, districtCourtOf } from './places.ts';
import type { City, State } from './places.ts';
import type { Lawyer, Profile } from './profile.ts';

export const LAWYERS: readonly Lawyer[] = [...NORTHERN_LAWYERS, ...SOUTHERN_LAWYERS];

/** Lawyers, then firms: a profile's id is its position here. */
export const PROFILES: readonly Profile[] = [...LAWYERS, ...FIRMS];

export function placeOf({ city: name, key }: Profile): { city: City; state: State } {
  const city = CITIES.find((one) => one.name === name);
  const state = STATES.find((one) => one.name === city?.state);
  if (city === undefined || state === undefined) throw new Error(`${key} is in no known city: "${name}"`);
  return { city, state };
}

/** Returns the courts of the profile's city and state, as far as it practises there, and those that it names. */
export function courtsOf(profile: Profile): string[] {
  const { city, state } = placeOf(profile);
  return [
    ...(profile.courts.includes('district') ? [districtCourtOf(city.name)] : []),
    ...(profile.courts.includes('high') ? [state.highCourt] : []),
    ...(profile.also ?? []),
  ];
}

/** Returns an enrolment number in a format that no bar council uses: the F says that it is fictional. */
export const identifierOf = (profile: Profile, index: number): string =>
  `${placeOf(profile).state.code}/F${String(1001 + index * 37)}/${profile.since.slice(0, 4)}`;

/**
 * Contact data that reaches nobody: no telephone number in India begins so, and the addresses are reserved for examples.
 */
export const contactOf = (profile: Profile, index: number) => ({
  phone_number: `00000${String(10_001 + index * 101)}`,
  email_address: `${profile.key}@example.org`,
  address: `${profile.street}, ${profile.city}`,
  website_link: `https://${profile.key}.example.org`,
});

const listed = new Intl.ListFormat('en', { type: 'conjunction' });

export function profileDetails(profile: Profile, areas: readonly string[]): string {
  const courts = courtsOf(profile).map((court) => `<li>${court}</li>`);
  return [
    `<p>${profile.about}</p>`,
    `<h2>Practice</h2>`,
    `<p>${areas.join('; ')}. Speaks ${listed.format(profile.languages)}.</p>`,
    ...(courts.length === 0 ? [] : [`<h2>Appears before</h2>`, `<ul>${courts.join('')}</ul>`]),
    '<p><em>A fictional profile: nobody of this name practises here, and the number reaches no one.</em></p>\n',
  ].join('\n');
}
