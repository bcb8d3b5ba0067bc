// Without schemas: pages of the site load it.

/** Days in which a grievance is decided, where the site has set none. */
export const GRIEVANCE_DAYS = 15;

/** Subjects of grievances, in the words of the form. */
export const GRIEVANCE_CATEGORIES = {
  inaccurate: 'It is wrong or misleading',
  defamatory: 'It defames somebody',
  privacy: 'It invades somebody’s privacy',
  obscene: 'It is obscene, or shows somebody without consent',
  children: 'It is harmful to a child',
  hateful: 'It incites hatred or violence',
  rights: 'It infringes a copyright, a trademark or another right',
  ethics: 'It breaches the code of ethics',
  other: 'Something else',
} as const;
export type GrievanceCategory = keyof typeof GRIEVANCE_CATEGORIES;
