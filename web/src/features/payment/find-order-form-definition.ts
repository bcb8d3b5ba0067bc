import type { OrderQuery } from '@vidhi/contracts/order-status.ts';
import { email, required } from '#shared/forms/checks.ts';
import type { FormDefinition } from '#shared/forms/form-definition.ts';

export const findOrderForm: FormDefinition<OrderQuery> = {
  id: 'find-order',
  fields: {
    purchase_number: {
      label: 'Order number',
      help: 'Ten letters and digits, in the mail and on the bill',
      checks: [required('order number')],
    },
    email: {
      label: 'Email',
      help: 'The address that you gave with the order',
      checks: [required('email'), email('The email must be a valid email address.')],
    },
  },
};
