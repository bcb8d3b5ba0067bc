import { useState } from 'react';
import { Drawer, Input } from 'antd';
import type { Address } from '@vidhi/contracts/purchases.ts';
import type { DeskPurchase } from '@vidhi/contracts/shop-desk.ts';
import {
  ADDRESS_LABELS,
  FORM_FIELDS,
  addressForm,
  type AddressField,
} from '#shared/address/address-form-definition.ts';
import { AntdField, AntdForm } from '#shared/antd/antd-form.tsx';
import { useNotices } from '#shared/app-page/notices.tsx';
import type { FormDefinition } from '#shared/forms/form-definition.ts';
import type { SubmitResult } from '#shared/forms/form-state.ts';
import { useUnsavedGuard } from '../kit/guard.ts';
import { orderApi, orderCalls } from './order-api.ts';

type Values = Partial<Record<`billingAddress.${AddressField}`, string>>;

/** The fields of one address, with the checks of the checkout, under the paths of the API's errors. */
const FORM: FormDefinition<Values> = {
  id: 'order-address',
  fields: Object.fromEntries(
    FORM_FIELDS.map((name) => [
      `billingAddress.${name}`,
      { ...addressForm.fields[`billingAddress.${name}`], label: ADDRESS_LABELS[name] },
    ]),
  ) as FormDefinition<Values>['fields'],
};

const valuesOf = (address: Partial<Address>): Values =>
  Object.fromEntries(FORM_FIELDS.map((name) => [`billingAddress.${name}`, address[name] ?? '']));

const addressOf = (values: Values): Partial<Address> =>
  Object.fromEntries(
    FORM_FIELDS.flatMap((name) => {
      const text = values[`billingAddress.${name}`]?.trim() ?? '';
      return text === '' ? [] : [[name, text]];
    }),
  );

interface DrawerProps {
  order: DeskPurchase;
  isOpen: boolean;
  onClose: () => void;
}

/** Corrects where an order goes, before anything of it is shipped. The bill stays as it was issued. */
export const AddressDrawer = ({ order, isOpen, onClose }: DrawerProps) => (
  <Drawer title="Delivery address" open={isOpen} onClose={onClose} destroyOnHidden>
    <AddressCorrection order={order} onDone={onClose} />
  </Drawer>
);

function AddressCorrection({ order, onDone }: { order: DeskPurchase; onDone: () => void }) {
  const [isUnsaved, setUnsaved] = useState(false);
  useUnsavedGuard(isUnsaved);
  const writes = orderApi.useWrites();
  const notices = useNotices();
  async function submit(values: Values): Promise<SubmitResult> {
    const { error } = await writes.send(orderCalls.address(order.id, addressOf(values)), order.id);
    if (error !== undefined) return { error };
    setUnsaved(false);
    notices.success('The order goes to this address.');
    onDone();
    return {};
  }
  return (
    <AntdForm
      form={FORM}
      submit={submit}
      initialValues={valuesOf(order.shipping ?? order.billing ?? {})}
      submitLabel="Save the address"
      busyLabel="Saving"
      onEdit={() => setUnsaved(true)}
    >
      {FORM_FIELDS.map((name) => (
        <AntdField key={name} name={`billingAddress.${name}`}>
          {name === 'address' ? <Input.TextArea rows={2} /> : <Input autoComplete="off" />}
        </AntdField>
      ))}
    </AntdForm>
  );
}
