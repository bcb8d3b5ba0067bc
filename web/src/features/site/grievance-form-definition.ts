import { email, required } from '#shared/forms/checks.ts';
import type { Check, FormDefinition } from '#shared/forms/form-definition.ts';

export interface GrievanceForm {
  name: string;
  email: string;
  link: string;
  category: string;
  text: string;
  /** Empty: only robots see it and fill it in. */
  website: string;
}

const webAddress: Check<string, GrievanceForm> = (value) =>
  /^https?:\/\/\S+$/i.test(value.trim())
    ? null
    : 'The link must be the full address of a page, with https://';

export const grievanceForm: FormDefinition<GrievanceForm> = {
  id: 'grievance-form',
  fields: {
    name: { label: 'Name', checks: [required('name')] },
    email: {
      label: 'Email',
      help: 'We will send a receipt with a number to this address, and later our decision',
      checks: [required('email'), email('The email must be a valid email address.')],
    },
    link: {
      label: 'Page that it is about',
      help: 'The full address, as your browser shows it',
      checks: [required('link'), webAddress],
    },
    category: {
      label: 'What is it about?',
      checks: [(value) => (value === '' ? 'Please choose what it is about.' : null)],
    },
    text: {
      label: 'Your grievance',
      help: 'Tell us which passage or picture it is, and what is wrong with it',
      checks: [required('text')],
    },
    website: { label: 'Website' },
  },
};
