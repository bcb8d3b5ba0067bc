import { textLanguageProps } from '#shared/text/language.ts';
import { withAllowedFrames } from '#shared/text/allowed-frames.ts';
import { withScrollingTables } from '#shared/text/scrolling-tables.ts';
import { useSite } from '#shared/site/site-context.tsx';
import { HydratedApart } from '#shared/ui/hydrated-apart.tsx';
import { ArrowIcon } from '#shared/ui/icons.tsx';
import { PageLink } from '#shared/ui/page-link.tsx';
import { StoredHtml } from '#shared/ui/stored-html.tsx';
import { listPath } from '../../list-path.ts';
import { CATALOGUE_KINDS, paymentPath, cataloguePath } from '#shared/catalogue/catalogue-kind.ts';
import { bookLinks, factsOf, placeOf } from '../item-facts.ts';
import type { BookItem, CatalogItem, ProfileItem } from '../item.ts';
import { useDeclarationQuery } from '../item-api.ts';
import { similarTo } from '../item-reads.ts';
import { BookLinks } from './book-links.tsx';
import { BuyPanel } from './buy-panel.tsx';
import { Consultation } from './consultation.tsx';
import { DetailsTable } from './details-table.tsx';
import { Gallery } from './gallery.tsx';
import { BookCover } from '#shared/catalogue/book-cover.tsx';
import { SimilarProducts } from '#shared/catalogue/similar-products.tsx';
import * as styles from '../item.module.css';

const DETAIL_NAMES = { books: 'About the book', lawyers: 'Profile', firms: 'Profile' } as const;

interface ItemViewProps {
  item: CatalogItem;
  /** When the owner of a profile declared its facts; read from the service where it is left out. */
  declaredAt?: string | null;
}

export function ItemView({ item, declaredAt }: ItemViewProps) {
  const similar = similarTo(item);
  const isBook = item.kind === 'books';
  const classes: string[] = [styles.item];
  if (!isBook) classes.push(styles.itemProfile);
  if (!isBook && item.pictures.length === 0) classes.push(styles.itemBare);
  return (
    <>
      <p className={styles.itemBack}>
        <PageLink to={cataloguePath(item.kind)}>
          <ArrowIcon direction="left" />
          Back<span className="visually-hidden"> to {CATALOGUE_KINDS[item.kind].label}</span>
        </PageLink>
      </p>
      <article className={classes.join(' ')}>
        <header className={styles.itemHead} {...textLanguageProps(item.title)}>
          <h1>{item.title}</h1>
          {isBook ? <Authors book={item} /> : <Place profile={item} />}
        </header>
        {isBook && item.pictures.length === 0 ? (
          <div className={styles.gallery}>
            <BookCover title={item.title} author={item.authors.map(({ name }) => name).join(', ')} />
          </div>
        ) : (
          <Gallery title={item.title} pictures={item.pictures} />
        )}
        <div className={styles.itemPanel}>
          {isBook ? (
            <BuyPanel book={item} />
          ) : (
            <Consultation profile={item} contactPath={paymentPath(item)} />
          )}
        </div>
        <div className={styles.itemText}>
          {isBook && item.about !== '' && <p className={styles.itemAbout}>{item.about}</p>}
          {item.detail !== '' && (
            <section aria-labelledby="detail">
              <h2 className="rubric" id="detail">
                {DETAIL_NAMES[item.kind]}
              </h2>
              <Detail html={item.detail} />
            </section>
          )}
        </div>
        <div className={styles.itemFacts}>
          {isBook ? (
            <DetailsTable caption="Details" facts={factsOf(item)} />
          ) : (
            <ProfileFacts profile={item} declaredAt={declaredAt} />
          )}
        </div>
      </article>
      {similar !== null && (
        <HydratedApart>
          <SimilarProducts like={similar} />
        </HydratedApart>
      )}
    </>
  );
}

interface ProfileFactsProps {
  profile: ProfileItem;
  declaredAt: string | null | undefined;
}

function ProfileFacts({ profile, declaredAt }: ProfileFactsProps) {
  const { currentData: read } = useDeclarationQuery(profile.id, { skip: declaredAt !== undefined });
  return <DetailsTable caption="Details" facts={factsOf(profile, declaredAt ?? read)} />;
}

function Authors({ book: { authors, subTitle } }: { book: BookItem }) {
  const names = authors.map(({ name }) => name).join(', ');
  return (
    <>
      {authors.length > 0 && (
        <p className={styles.itemByline}>
          <BookLinks links={bookLinks('author', authors)} />
        </p>
      )}
      {subTitle !== '' && subTitle !== names && (
        <p className={styles.itemSub}>
          <PageLink to={listPath('books', { search: '', chosen: { subtitle: [subTitle] } })}>
            {subTitle}
          </PageLink>
        </p>
      )}
    </>
  );
}

function Place({ profile }: { profile: ProfileItem }) {
  const place = placeOf(profile);
  return (
    <>
      {profile.subTitle !== '' && <p className={styles.itemSub}>{profile.subTitle}</p>}
      {place !== '' && (
        <p className={styles.itemPlace} lang="en">
          {place}
        </p>
      )}
    </>
  );
}

/** HTML of editors and lawyers, sanitised by the catalogue service. */
function Detail({ html }: { html: string }) {
  const { frameHosts } = useSite();
  return (
    <div className="prose" {...textLanguageProps(html.replaceAll(/<[^>]*>/g, ''))}>
      <StoredHtml html={withScrollingTables(withAllowedFrames(html, frameHosts))} />
    </div>
  );
}
