import { useEffect, useRef, useState } from 'react';
import { DataNotice } from '#shared/forms/data-notice.tsx';
import { TextAreaField, TextField, ThinForm } from '#shared/forms/thin-form.tsx';
import { paths } from '#shared/routing/paths.ts';
import { PageLink } from '#shared/ui/page-link.tsx';
import { contactForm, type ContactMessage } from '../contact-form-definition.ts';
import { useSendMessageMutation } from '../letters-api.ts';

export const NOT_SENT = 'Your message could not be sent. Please try again in a moment.';

/** Sends a message to the desk; after a failure the form stays as it is and says so. */
export function ContactForm() {
  const [send] = useSendMessageMutation();
  const [isSent, setSent] = useState(false);
  const submit = async (message: ContactMessage) => {
    const result = await send({ ...message, email: message.email.trim() });
    if (result.error === undefined) setSent(true);
    return result;
  };
  if (isSent) return <Thanks />;
  return (
    <ThinForm
      form={contactForm}
      submit={submit}
      submitLabel="Send"
      busyLabel="Sending"
      failureMessage={NOT_SENT}
    >
      <TextField name="name" autoComplete="name" required />
      <TextField name="email" type="email" autoComplete="email" required />
      <TextField name="subject" required />
      <TextAreaField name="message" required />
      <input name="website" tabIndex={-1} autoComplete="off" hidden />
      <DataNotice>We use your message and address only to reply to you.</DataNotice>
    </ThinForm>
  );
}

function Thanks() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div>
      <h3 ref={heading} tabIndex={-1}>
        Thank You
      </h3>
      <p>
        We have received your message. <PageLink to={paths.home()}>Go to the front page</PageLink>
      </p>
    </div>
  );
}
