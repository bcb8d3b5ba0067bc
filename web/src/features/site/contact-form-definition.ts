import { email, required } from '#shared/forms/checks.ts';
import type { FormDefinition } from '#shared/forms/form-definition.ts';

export interface ContactMessage {
  name: string;
  email: string;
  subject: string;
  message: string;
  /** Empty: only robots see it and fill it in. */
  website: string;
}

export const contactForm: FormDefinition<ContactMessage> = {
  id: 'contact',
  fields: {
    name: { label: 'Name', checks: [required('name')] },
    email: {
      label: 'Email',
      help: 'For our reply to you',
      checks: [required('email'), email('The email must be a valid email address.')],
    },
    subject: { label: 'Subject', checks: [required('subject')] },
    message: { label: 'Message', checks: [required('message')] },
    website: { label: 'Website' },
  },
};
