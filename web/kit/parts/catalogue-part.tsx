import { ItemCardView } from '../../src/shared/catalogue/item-card-view.tsx';
import { OrderNote } from '../../src/features/catalog/components/order-note.tsx';
import type { ItemCard } from '../../src/shared/catalogue/item-card.ts';
import { aDrawing } from '../kit-data.ts';
import { Part, Sample } from '../sample.tsx';

const book = {
  kind: 'books',
  id: 1,
  title: 'The Working Code',
  subTitle: 'With commentary',
  authors: ['A. Rao'],
} as const;
const lawyer = {
  kind: 'lawyers',
  id: 2,
  title: 'Meera Iyer',
  subTitle: 'Advocate',
  areas: ['GST', 'Company law', 'Arbitration', 'Insolvency'],
  cities: ['Mumbai'],
} as const;

const STATES: readonly (readonly [string, ItemCard])[] = [
  [
    'Book: with a discount',
    {
      ...book,
      authors: [...book.authors],
      price: { mrp: 150_000, payable: 120_000, percentOff: 20 },
      picture: aDrawing,
    },
  ],
  [
    'Book: no discount, no picture',
    {
      ...book,
      authors: [...book.authors],
      price: { mrp: 95_050, payable: 95_050, percentOff: 0 },
      picture: null,
    },
  ],
  ['Book: no price', { ...book, authors: [], price: null, picture: aDrawing }],
  ['Lawyer', { ...lawyer, areas: [...lawyer.areas], cities: [...lawyer.cities], picture: aDrawing }],
  [
    'Firm: no picture, no areas',
    { ...lawyer, kind: 'firms', title: 'Iyer & Rao', areas: [], cities: [], picture: null },
  ],
];

export function CataloguePart() {
  return (
    <Part title="Catalogue">
      {STATES.map(([name, card]) => (
        <Sample key={name} name={name}>
          <div style={{ maxWidth: '24rem' }}>
            <ItemCardView card={card} />
          </div>
        </Sample>
      ))}
      <Sample name="Note on the order of profiles">
        <OrderNote />
      </Sample>
    </Part>
  );
}
