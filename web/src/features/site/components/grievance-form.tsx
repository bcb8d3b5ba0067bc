import { useEffect, useRef, useState } from 'react';
import { GRIEVANCE_CATEGORIES } from '@vidhi/contracts/grievance-categories.ts';
import { DataNotice } from '#shared/forms/data-notice.tsx';
import { FieldError, useField } from '#shared/forms/thin-field.tsx';
import { TextAreaField, TextField, ThinForm } from '#shared/forms/thin-form.tsx';
import { grievanceForm, type GrievanceForm as Values } from '../grievance-form-definition.ts';
import { useSendGrievanceMutation } from '../grievance-api.ts';

const NOT_SENT = 'Your grievance could not be sent. Please try again in a moment.';

/** Sends a grievance; after a failure the form stays as it is and says so. */
export function GrievanceForm({ days }: { days: number }) {
  const [send] = useSendGrievanceMutation();
  const [sentFrom, setSentFrom] = useState<string | null>(null);
  const submit = async (values: Values) => {
    const address = values.email.trim();
    const result = await send({ ...values, email: address, link: values.link.trim() });
    if (result.error === undefined) setSentFrom(address);
    return result;
  };
  if (sentFrom !== null) return <Receipt address={sentFrom} days={days} />;
  return (
    <ThinForm
      form={grievanceForm}
      submit={submit}
      submitLabel="Send the grievance"
      busyLabel="Sending"
      failureMessage={NOT_SENT}
    >
      <TextField name="name" autoComplete="name" required maxLength={100} />
      <TextField name="email" type="email" autoComplete="email" required maxLength={254} />
      <TextField name="link" type="url" required maxLength={500} />
      <CategoryField />
      <TextAreaField name="text" required maxLength={5_000} />
      <input name="website" tabIndex={-1} autoComplete="off" hidden />
      <DataNotice>
        Our grievance officer reads this and uses it only to decide and to reply to you.
      </DataNotice>
    </ThinForm>
  );
}

function CategoryField() {
  const field = useField('category');
  return (
    <div className="field">
      <label htmlFor={field.id}>{field.label}</label>
      <select className="field__input" {...field.attributes} required>
        <option value="">Please choose</option>
        {Object.entries(GRIEVANCE_CATEGORIES).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <FieldError {...field} />
    </div>
  );
}

function Receipt({ address, days }: { address: string; days: number }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div>
      <h2 ref={heading} tabIndex={-1}>
        We have received your grievance
      </h2>
      <p>
        A receipt with its number is on its way to {address}. We will write to you with our decision within{' '}
        {days} days. If you do not get the mail, please check your spam folder, and whether the address above
        is right.
      </p>
    </div>
  );
}
