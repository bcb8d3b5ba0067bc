import { useSaveDocumentMutation, type Order, type OrderDocument } from '../orders-api.ts';
import * as styles from '../orders.module.css';

const NAMES: Record<OrderDocument, string> = {
  'bill-of-supply': 'Bill of supply',
  'credit-note': 'Credit note',
};

/** Buttons that save the documents of an order as PDF. */
export function OrderDocuments({ order: { id, title, documents } }: { order: Order }) {
  const [save, { isLoading, isError }] = useSaveDocumentMutation();
  return (
    <>
      {documents.map((document) => (
        <button
          key={document}
          className={styles.orderAction}
          type="button"
          aria-disabled={isLoading || undefined}
          onClick={() => void (isLoading || save({ orderId: id, document }))}
        >
          {NAMES[document]} (PDF) <span className="visually-hidden">of {title}</span>
        </button>
      ))}
      <p className={styles.orderFailure} role="alert">
        {isError && 'The document could not be fetched. Please try again.'}
      </p>
    </>
  );
}
