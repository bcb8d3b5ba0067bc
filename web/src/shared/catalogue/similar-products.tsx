import './card.css';
import './similar.css';
import { ItemCardView } from './item-card-view.tsx';
import { useSimilarBooksQuery, type SimilarArg } from './similar.ts';

export function SimilarProducts({ like }: { like: SimilarArg }) {
  const { currentData: books = [] } = useSimilarBooksQuery(like);
  if (books.length === 0) return null;
  return (
    <section className="similar" aria-labelledby="similar">
      <h2 className="rubric" id="similar">
        Similar Products
      </h2>
      <ul className="similar__books">
        {books.map((card) => (
          <li key={card.id}>
            <ItemCardView card={card} />
          </li>
        ))}
      </ul>
    </section>
  );
}
