import { useRouteParams } from '#shared/routing/current-route.ts';
import { AntdPage } from '#shared/antd/antd-page.tsx';
import { CATALOGUE_KINDS, isCatalogueKind, itemPath } from '#shared/catalogue/catalogue-kind.ts';
import { textLanguageProps } from '#shared/text/language.ts';
import { ArrowIcon } from '#shared/ui/icons.tsx';
import { NotFound } from '#shared/ui/not-found.tsx';
import { PageLink } from '#shared/ui/page-link.tsx';
import { PictureFrame } from '#shared/ui/picture-frame.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { Unavailable } from '#shared/ui/unavailable.tsx';
import { WaitForConfig } from '#shared/ui/wait-for-config.tsx';
import { Consultation } from '../item/components/consultation.tsx';
import { ItemNotFound } from '../item/components/item-not-found.tsx';
import { useItemQuery } from '../item/item-api.ts';
import { itemIdFrom, type ItemArg } from '../item/item-reads.ts';
import type { CatalogItem } from '../item/item.ts';
import { BookPurchase } from '../payment/book-purchase.tsx';
import * as styles from '../payment/payment-target.module.css';
import * as itemStyles from '../item/item.module.css';

/** `/payment/{store}/{id}/{slug}` and `/payment2/…`: buys one book; of a lawyer or a firm, the contact details. */
export function PaymentPage() {
  const { store: kind, id = '', slug = '' } = useRouteParams();
  const number = itemIdFrom(id);
  if (!isCatalogueKind(kind)) return <NotFound />;
  if (number === null) return <ItemNotFound kind={kind} />;
  return (
    <AntdPage>
      <WaitForConfig>
        <Target wanted={{ kind, id: number, slug }} />
      </WaitForConfig>
    </AntdPage>
  );
}

function Target({ wanted }: { wanted: ItemArg }) {
  const { currentData: item, isError } = useItemQuery(wanted);
  if (item) return <TargetView item={item} />;
  if (item === null) return <ItemNotFound kind={wanted.kind} />;
  return isError ? <Unavailable /> : <Skeleton shape="article" label="Loading the item" />;
}

function TargetView({ item }: { item: CatalogItem }) {
  const [picture] = item.pictures;
  return (
    <div className={styles.paymentTarget}>
      <p className={itemStyles.itemBack}>
        <PageLink to={itemPath(item.kind, item)}>
          <ArrowIcon direction="left" />
          Back<span className="visually-hidden"> to {item.title}</span>
        </PageLink>
      </p>
      <header className="page-head">
        <p className="kicker">
          {item.kind === 'books' ? 'Confirm' : `Contact · ${CATALOGUE_KINDS[item.kind].label}`}
        </p>
        <h1 {...textLanguageProps(item.title)}>{item.title}</h1>
      </header>
      <div className={styles.paymentTargetColumns}>
        {picture !== undefined && (
          <div className={styles.paymentTargetPicture}>
            <PictureFrame picture={picture} sizes="200px" ratio="own" decorative />
          </div>
        )}
        {item.kind === 'books' ? <BookPurchase book={item} /> : <Consultation profile={item} />}
      </div>
    </div>
  );
}
