import { useState } from 'react';
import { Checkbox, Input, InputNumber, Segmented, Select } from 'antd';
import {
  HAND_CHANNELS,
  HAND_CHANNEL_NAMES,
  HAND_METHODS,
  HAND_METHOD_NAMES,
  type HandChannel,
} from '@vidhi/contracts/hand-order-names.ts';
import { MAX_LINK_DAYS } from '@vidhi/contracts/payment-link-names.ts';
import type { HandOrderResponse } from '@vidhi/contracts/hand-orders.ts';
import { isProblem } from '#shared/api/problem.ts';
import { AntdField, AntdForm } from '#shared/antd/antd-form.tsx';
import { email } from '#shared/forms/checks.ts';
import type { FormDefinition } from '#shared/forms/form-definition.ts';
import { randomKey } from '#shared/cart/random-key.ts';
import type { SubmitResult } from '#shared/forms/form-state.ts';
import { useUnsavedGuard } from '../kit/guard.ts';
import { MissingText } from '../kit/missing-text.tsx';
import { AddressFields, addressFormOf, addressOfValues, type AddressFormValues } from './address-fields.tsx';
import { FormField } from './form-field.tsx';
import {
  EMPTY_HAND_DRAFT,
  handFault,
  handOrderOf,
  handPaise,
  paymentLinkOf,
  type HandDraft,
} from './hand-draft.ts';
import { HandOrderLines } from './hand-order-lines.tsx';
import { orderCalls, orderListApi } from './order-api.ts';
import { rupees } from './order-texts.ts';
import * as styles from './orders.module.css';

interface Buyer {
  name?: string;
  email?: string;
}

const BUYER_FORM: FormDefinition<Buyer> = {
  id: 'hand-buyer',
  fields: {
    name: { label: 'Name on the bill (optional)' },
    email: {
      label: 'E-mail for the bill (optional)',
      checks: [email('The email must be a valid email address.')],
    },
  },
};
const ADDRESS_FORM = addressFormOf('hand-address');

const CHANNELS = HAND_CHANNELS.map((value) => ({ value, label: HAND_CHANNEL_NAMES[value] }));
const METHODS: { value: HandDraft['method']; label: string }[] = [
  ...HAND_METHODS.map((value) => ({ value, label: HAND_METHOD_NAMES[value] })),
  { value: 'link', label: 'Payment link, not paid yet' },
];
const HANDED_OVER = [
  { value: 'send', label: 'To be sent' },
  { value: 'given', label: 'Handed over' },
];
const USED_BEFORE = 'The Idempotency-Key was used for another order';

/** Writes down an order that was paid to the shop itself, or that is paid by a link. `onSaved` gets its id. */
export function HandOrderForm({ onSaved }: { onSaved: (id: string, isLink: boolean) => void }) {
  const [draft, setDraft] = useState<HandDraft>(EMPTY_HAND_DRAFT);
  // The same key until it is saved: a press that is repeated after a lost response is the same order.
  const [key] = useState(() => randomKey());
  const [isUnsaved, setUnsaved] = useState(false);
  useUnsavedGuard(isUnsaved);
  const writes = orderListApi.useWrites();
  const fault = handFault(draft);
  function change(fields: Partial<HandDraft>): void {
    setDraft((before) => ({ ...before, ...fields }));
    setUnsaved(true);
  }

  const isLink = draft.method === 'link';

  const callOf = (buyer: object) =>
    isLink
      ? orderCalls.writeLink(key, paymentLinkOf(draft, buyer))
      : orderCalls.writeDown(key, handOrderOf(draft, buyer));
  async function send(buyer: object): Promise<SubmitResult> {
    if (fault !== null) return { error: { status: 400, code: '', message: fault, fields: {} } };
    const result = await writes.send(callOf(buyer));
    if (result.error !== undefined) {
      const { error } = result;
      return isProblem(error) && error.message === USED_BEFORE
        ? {
            error: {
              ...error,
              message: 'This order was saved before your last change. You find it in the list.',
            },
          }
        : { error };
    }
    setUnsaved(false);
    onSaved((result.data as HandOrderResponse).data.id, isLink);
    return {};
  }
  const shared = {
    submitLabel: isLink
      ? `Create the link for ${rupees(handPaise(draft))}`
      : `Save the order of ${rupees(handPaise(draft))}`,
    busyLabel: 'Saving',
    onEdit: () => setUnsaved(true),
  };

  return (
    <div className={styles.orderPage}>
      <section className={styles.orderCard} aria-labelledby="hand-books">
        <h2 id="hand-books">Books</h2>
        <HandOrderLines lines={draft.lines} onChange={(lines) => change({ lines })} />
      </section>
      <section className={`${styles.orderCard} ${styles.handMoney}`} aria-labelledby="hand-money">
        <h2 id="hand-money">Payment</h2>
        <div className={styles.orderForm}>
          <FormField id="hand-channel" label="Ordered">
            <Select<HandChannel>
              id="hand-channel"
              value={draft.channel}
              options={CHANNELS}
              onChange={(channel) => change({ channel, isHandedOver: channel !== 'phone' })}
            />
          </FormField>
          <FormField id="hand-method" label="Paid by">
            <Select<HandDraft['method']>
              id="hand-method"
              value={draft.method}
              options={METHODS}
              onChange={(method) => change({ method, ...(method === 'link' ? { isHandedOver: false } : {}) })}
            />
          </FormField>
          {isLink && (
            <>
              <FormField id="hand-days" label="Days until the link expires">
                <InputNumber<number>
                  id="hand-days"
                  min={1}
                  max={MAX_LINK_DAYS}
                  precision={0}
                  value={draft.days}
                  onChange={(days) => change({ days })}
                />
              </FormField>
              <Checkbox
                checked={draft.isMailed}
                onChange={({ target }) => change({ isMailed: target.checked })}
              >
                Send the link to the buyer by mail
              </Checkbox>
            </>
          )}
          {!isLink && (
            <FormField
              id="hand-reference"
              label={draft.method === 'cash' ? 'Receipt number (optional)' : 'Number of the payment'}
            >
              <Input
                id="hand-reference"
                maxLength={100}
                autoComplete="off"
                value={draft.reference}
                onChange={({ target }) => change({ reference: target.value })}
              />
            </FormField>
          )}
          {!draft.isHandedOver && (
            <FormField id="hand-shipping" label="Shipping charge in ₹">
              <InputNumber<number>
                id="hand-shipping"
                min={0}
                precision={2}
                prefix="₹"
                placeholder="0.00"
                value={draft.shipping}
                onChange={(shipping) => change({ shipping })}
              />
            </FormField>
          )}
          <dl className={styles.orderSums}>
            <dt className={styles.orderSumsTotal}>Total</dt>
            <dd className={styles.orderSumsTotal}>{rupees(handPaise(draft))}</dd>
          </dl>
          <MissingText
            id="hand-missing"
            text={fault === null ? null : `Next: ${fault.charAt(0).toLowerCase()}${fault.slice(1)}`}
          />
          <small className={styles.orderFaint}>
            {isLink
              ? 'The copies are held until the link expires. The order gets its bill when the buyer has paid.'
              : 'Save an order when you have the money. It gets a bill, and its copies leave the stock.'}
          </small>
        </div>
      </section>
      <section
        className={`${styles.orderCard} ${styles.handBuyer} ${styles.fields}`}
        aria-labelledby="hand-goes"
      >
        <h2 id="hand-goes">Buyer</h2>
        {!isLink && (
          <Segmented
            aria-label="How the buyer gets the books"
            value={draft.isHandedOver ? 'given' : 'send'}
            options={HANDED_OVER}
            onChange={(value) => change({ isHandedOver: value === 'given' })}
          />
        )}
        {draft.isHandedOver ? (
          <AntdForm<Buyer> key="given" form={BUYER_FORM} submit={send} {...shared}>
            <AntdField name="name">
              <Input autoComplete="off" maxLength={200} />
            </AntdField>
            <AntdField name="email">
              <Input autoComplete="off" type="email" />
            </AntdField>
          </AntdForm>
        ) : (
          <AntdForm<AddressFormValues>
            key="send"
            form={ADDRESS_FORM}
            submit={(values) =>
              send(
                isLink
                  ? addressOfValues(values)
                  : { billingAddress: addressOfValues(values), sameAddress: 'Yes' },
              )
            }
            {...shared}
          >
            <AddressFields />
          </AntdForm>
        )}
      </section>
    </div>
  );
}
