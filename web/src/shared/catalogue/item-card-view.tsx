import { textLanguageProps } from '#shared/text/language.ts';
import { PageLink } from '#shared/ui/page-link.tsx';
import { PictureFrame } from '#shared/ui/picture-frame.tsx';
import type { BookCard, ItemCard, ProfileCard } from './item-card.ts';
import { BookCover } from './book-cover.tsx';
import { itemPath } from './catalogue-kind.ts';
import { initialOf } from './initial.ts';
import { Price } from './price.tsx';

interface ItemCardProps {
  card: ItemCard;
  /** Heading level of the title. */
  heading?: 2 | 3;
  isHero?: boolean;
}

const SIZES = { books: '(min-width: 48rem) 240px, 44vw', profiles: '96px' } as const;
const MAX_AREAS = 3;

/** A book, lawyer or firm in a list. The link of the title covers the whole card. */
export function ItemCardView({ card, heading = 3, isHero = false }: ItemCardProps) {
  const Heading = `h${heading}` as const;
  const isBook = card.kind === 'books';
  const { picture } = card;
  return (
    <article
      className={`item-card item-card--${isBook ? 'book' : 'profile'}`}
      {...textLanguageProps(card.title)}
    >
      <div className="item-card__picture">
        {picture === null ? (
          <NoPicture card={card} />
        ) : (
          <PictureFrame
            picture={picture}
            sizes={isBook ? SIZES.books : SIZES.profiles}
            ratio={isBook ? 'own' : 'square'}
            isHero={isHero}
            decorative
          />
        )}
      </div>
      <div className="item-card__text">
        <Heading className="item-card__title">
          <PageLink to={itemPath(card.kind, card)}>{card.title}</PageLink>
        </Heading>
        {card.kind === 'books' ? <BookFacts card={card} /> : <ProfileFacts card={card} />}
      </div>
    </article>
  );
}

const NoPicture = ({ card }: { card: ItemCard }) =>
  card.kind === 'books' ? (
    <BookCover title={card.title} author={card.authors.join(', ')} />
  ) : (
    <span className="item-card__blank" aria-hidden="true">
      {initialOf(card)}
    </span>
  );

function BookFacts({ card: { authors, subTitle, price } }: { card: BookCard }) {
  const byline = authors.join(', ');
  return (
    <>
      {byline !== '' && <p className="item-card__byline">{byline}</p>}
      {subTitle !== '' && subTitle !== byline && <p className="item-card__sub">{subTitle}</p>}
      {price !== null && <Price price={price} />}
    </>
  );
}

function ProfileFacts({ card: { subTitle, areas, cities } }: { card: ProfileCard }) {
  const more = areas.length - MAX_AREAS;
  return (
    <>
      {subTitle !== '' && <p className="item-card__sub">{subTitle}</p>}
      {areas.length > 0 && (
        <p className="item-card__areas" lang="en">
          {areas.slice(0, MAX_AREAS).join(' · ')}
          {more > 0 && ` +${more}`}
        </p>
      )}
      {cities.length > 0 && (
        <p className="item-card__place" lang="en">
          {cities.join(', ')}
        </p>
      )}
    </>
  );
}
