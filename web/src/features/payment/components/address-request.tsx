import { AddressForm } from '#shared/address/address-form.tsx';
import type { PurchaseLink } from '#shared/payment/last-purchase.ts';
import { useGiveAddressMutation } from '#shared/payment/payment-api.ts';
import * as styles from '../payment.module.css';

/** Asks for the address of an order that has none. The order is read again when it has one. */
export function AddressRequest({ link }: { link: PurchaseLink }) {
  const [giveAddress] = useGiveAddressMutation();
  return (
    <section aria-labelledby="purchase-address">
      <h2 className="rubric" id="purchase-address">
        Where shall we send it?
      </h2>
      <p className={styles.purchaseNote}>
        This order has no address yet. We will send your books once you give it.
      </p>
      <AddressForm submit={(addresses) => giveAddress({ link, addresses })} submitLabel="Save the address" />
    </section>
  );
}
