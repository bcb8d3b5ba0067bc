import { useState } from 'react';
import { Drawer } from 'antd';
import type { DeskPurchase } from '@vidhi/contracts/shop-desk.ts';
import { AntdForm } from '#shared/antd/antd-form.tsx';
import { useNotices } from '#shared/app-page/notices.tsx';
import type { SubmitResult } from '#shared/forms/form-state.ts';
import { useUnsavedGuard } from '../kit/guard.ts';
import {
  AddressFields,
  addressFormOf,
  addressOfValues,
  valuesOfAddress,
  type AddressFormValues,
} from './address-fields.tsx';
import { orderApi, orderCalls } from './order-api.ts';
import * as styles from './orders.module.css';

const FORM = addressFormOf('order-address');

interface DrawerProps {
  order: DeskPurchase;
  isOpen: boolean;
  onClose: () => void;
}

/** Corrects where an order goes, before anything of it is shipped. The bill stays as it was issued. */
export const AddressDrawer = ({ order, isOpen, onClose }: DrawerProps) => (
  <Drawer title="Delivery address" open={isOpen} onClose={onClose} destroyOnHidden>
    <div className={styles.fields}>
      <AddressCorrection order={order} onDone={onClose} />
    </div>
  </Drawer>
);

function AddressCorrection({ order, onDone }: { order: DeskPurchase; onDone: () => void }) {
  const [isUnsaved, setUnsaved] = useState(false);
  useUnsavedGuard(isUnsaved);
  const writes = orderApi.useWrites();
  const notices = useNotices();
  async function submit(values: AddressFormValues): Promise<SubmitResult> {
    const { error } = await writes.send(orderCalls.address(order.id, addressOfValues(values)), order.id);
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
      initialValues={valuesOfAddress(order.shipping ?? order.billing ?? {})}
      submitLabel="Save the address"
      busyLabel="Saving"
      locks
      onEdit={() => setUnsaved(true)}
    >
      <AddressFields />
    </AntdForm>
  );
}
