import { QueryBoundary } from '#shared/api/query-boundary.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import type { Field } from '../kit/form-field.ts';
import { KIT } from '../kit/kit-texts.ts';
import { ResourceForm } from '../kit/resource-form.tsx';
import { MailPreview } from '../shop/mail-preview.tsx';
import * as kitStyles from '../kit.module.css';
import * as styles from '../orders/orders.module.css';
import {
  MAIL_FIELDS,
  missingText,
  RETURN_FIELDS,
  SELLER_FIELDS,
  SHIPPING_FIELDS,
  shopSettingsApi,
  type ShopSettingsRow,
} from '../shop/shop-settings.ts';

const SECTIONS: readonly (readonly [id: string, title: string, fields: readonly Field[]])[] = [
  ['shipping', 'Shipping', SHIPPING_FIELDS],
  ['seller', 'Seller', SELLER_FIELDS],
  ['returns', 'Returns and stock', RETURN_FIELDS],
  ['mails', 'Texts of mails to buyers', MAIL_FIELDS],
];

/** `/console/shop-settings`: what the shop charges, who sells, and what buyers may return. */
export function ShopSettingsPage() {
  const query = shopSettingsApi.useRow('');
  return (
    <>
      <header className="page-head">
        <h1>Settings of the shop</h1>
      </header>
      <QueryBoundary query={query} loading={<Skeleton shape="form" label={KIT.loading} />}>
        {(row) => <Sections row={row} />}
      </QueryBoundary>
    </>
  );
}

function Sections({ row }: { row: ShopSettingsRow }) {
  const { update } = shopSettingsApi.useWrites();
  return (
    <>
      {row.missing.length > 0 && (
        <p className={styles.orderStep}>
          Bills are specimens, and no real payment is taken, until these are filled in below with your own:{' '}
          {missingText(row.missing)}.
        </p>
      )}
      {SECTIONS.map(([id, title, fields]) => (
        <section key={id} aria-labelledby={`shop-${id}`} className={kitStyles.part}>
          <h2 id={`shop-${id}`}>{title}</h2>
          <ResourceForm
            id={`shop-${id}`}
            fields={fields}
            row={row}
            isNew={false}
            successMessage="Saved"
            submit={(values) => update('', values)}
          >
            {id === 'mails' && <MailPreview />}
          </ResourceForm>
        </section>
      ))}
    </>
  );
}
