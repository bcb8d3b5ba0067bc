/** The two single types, and the metadata of the archive. */

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

/** Settings of Vidhi beyond those of the reference application. */
export const SITE_OPTION = {
  site_name: SITE.name,
  site_description: 'Fictional legal and tax news for India, to show what Vidhi does',
  publisher_name: 'The Vidhi Gazette Press (fictional)',
  rule36_mode: false,
  grievance_officer_name: 'Kamakshi Ulagan (fictional)',
  grievance_officer_contact: 'grievances@vidhi-gazette.example, 2 Press Lane, Vidhinagar (fictional)',
  code_of_ethics:
    '<p>The Vidhi Gazette reports what an order says before what it means, and says which is which.</p>' +
    '<ul><li>Corrections stand where the mistake stood, with their date.</li>' +
    '<li>Whoever is criticised is asked first, and the answer is printed.</li>' +
    '<li>Children, survivors and witnesses are never named.</li>' +
    '<li>What is paid for says so.</li></ul>' +
    '<p>This code, like the Gazette, is a demonstration.</p>',
  computed_read_time: false,
  footer_year_from: 2012,
  footer_year_to: 2026,
};
