import { defineCollection } from '../declaration.ts';

export const siteAdCollection = defineCollection({
  name: 'site-ad',
  plural: 'site-ads',
  uid: 'api::site-ad.site-ad',
  kind: 'collection',
  owner: 'news',
  part: 'pages',
  draftAndPublish: false,
  hiddenBy: 'is_off',
  attributes: {
    title: { type: 'string', required: true },
    youtube: { type: 'string' },
    link: { type: 'string' },
    image: { type: 'media' },
    type: {
      type: 'enumeration',
      required: true,
      enum: ['Side Bar', 'One Column into List', 'Two Column into List', 'Inner Content'],
    },
    /** The period in which visitors see it; without a limit where it is null. */
    starts_at: { type: 'datetime', audience: 'staff', absentIfNull: true },
    ends_at: { type: 'datetime', audience: 'staff', absentIfNull: true },
    /** Whether it is outside its period. Set by news at each write, and at the limits of the period (`ad-periods.ts`). */
    is_off: { type: 'boolean', private: true },
  },
});
