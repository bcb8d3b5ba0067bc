/** The two single types, and what the archive says about itself. */

export const SITE = {
  name: 'The Vidhi Gazette',
  description:
    'A fictional legal and tax gazette that shows what Vidhi does. Parties, orders, places, reporters and advertisers are invented; nothing in it is legal advice.',
};

export const SITE_SETTING = {
  contact_email: 'desk@vidhi-gazette.example',
  show_products: true,
  show_auth: true,
};

export const SOCIAL_LINK = {
  facebook: 'https://social.vidhi-gazette.example/facebook',
  twitter: 'https://social.vidhi-gazette.example/x',
  linkedin: 'https://social.vidhi-gazette.example/linkedin',
  youtube: 'https://social.vidhi-gazette.example/youtube',
};
