import { PricesPanel } from '../books/prices-panel.tsx';

/** `/console/books/prices`: a change of many prices. */
export const BookPricesPage = () => (
  <>
    <header className="page-head">
      <h1>Change many prices</h1>
    </header>
    <PricesPanel />
  </>
);
