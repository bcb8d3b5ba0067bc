import { AddressForm } from '#shared/address/address-form.tsx';
import { AntdPart } from '#shared/antd/antd-page.tsx';
import type { PurchaseLink } from '#shared/payment/last-purchase.ts';
import { useGiveAddressMutation } from '#shared/payment/payment-api.ts';

/** The form of an order that has no address. The order is read again when it has one. */
export function GiveAddress({ link }: { link: PurchaseLink }) {
  const [giveAddress] = useGiveAddressMutation();
  return (
    <AntdPart>
      <AddressForm submit={(addresses) => giveAddress({ link, addresses })} submitLabel="Save the address" />
    </AntdPart>
  );
}
