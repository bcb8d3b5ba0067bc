import { useState } from 'react';
import { Button, InputNumber, Select } from 'antd';
import { MAX_HAND_COPIES, MAX_HAND_LINES } from '@vidhi/contracts/hand-order-names.ts';
import type { StockRow } from '@vidhi/contracts/shop-stock.ts';
import { KIT } from '../kit/kit-texts.ts';
import { offeredRows } from '../kit/offered-rows.ts';
import { stockApi } from '../stock/stock-api.ts';
import { FormField } from './form-field.tsx';
import { linePaise, type HandDraftLine } from './hand-draft.ts';
import { rupees } from './order-texts.ts';
import * as styles from './orders.module.css';

const SHOWN = 30;

const freeText = ({ free }: Pick<StockRow, 'free'>): string =>
  free === null ? 'not counted' : `${free} free`;

interface LinesProps {
  lines: readonly HandDraftLine[];
  onChange: (lines: readonly HandDraftLine[]) => void;
}

/** The books of an order by hand: searched by title or ISBN, with their copies and the price of one. */
export function HandOrderLines({ lines, onChange }: LinesProps) {
  const change = (at: number, fields: Partial<HandDraftLine>): void =>
    onChange(lines.map((line, index) => (index === at ? { ...line, ...fields } : line)));
  return (
    <>
      <ul className={styles.orderLines}>
        {lines.map((line, at) => (
          <li key={line.book.id}>
            <span>
              {line.book.title}
              <br />
              <small className={styles.orderFaint}>{freeText(line.book)}</small>
            </span>
            <span className={styles.orderAmount}>{rupees(linePaise(line))}</span>
            <span className={styles.handLine}>
              <InputNumber<number>
                aria-label={`Copies of ${line.book.title}`}
                min={1}
                max={MAX_HAND_COPIES}
                precision={0}
                suffix={line.copies === 1 ? 'copy' : 'copies'}
                value={line.copies}
                onChange={(copies) => change(at, { copies })}
              />
              <InputNumber<number>
                aria-label={`Price of one copy of ${line.book.title} in ₹`}
                min={0}
                precision={2}
                prefix="₹"
                placeholder={((line.book.unit_paise ?? 0) / 100).toFixed(2)}
                value={line.price}
                onChange={(price) => change(at, { price })}
              />
            </span>
            <Button
              aria-label={`Remove ${line.book.title}`}
              onClick={() => onChange(lines.filter((_, index) => index !== at))}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {lines.length < MAX_HAND_LINES && (
        <BookChoice
          without={lines.map(({ book }) => book.id)}
          onChoose={(book) => onChange([...lines, { book, copies: 1, price: null }])}
        />
      )}
    </>
  );
}

interface ChoiceProps {
  without: readonly number[];
  onChoose: (book: StockRow) => void;
}

function BookChoice({ without, onChoose }: ChoiceProps) {
  const [q, setQ] = useState('');
  const { data, isOutdated } = stockApi.useList({ q, conditions: [], sort: 'title', page: 1, size: SHOWN });
  const offered = offeredRows(data?.rows, ({ title }) => title, { q, isOutdated });
  const books = offered?.filter(({ id }) => !without.includes(id));
  return (
    <FormField id="hand-book" label="Add a book">
      <Select<string>
        id="hand-book"
        showSearch={{ filterOption: false, onSearch: setQ }}
        placeholder="Title or ISBN"
        loading={books === undefined}
        notFoundContent={books === undefined ? KIT.loading : KIT.noMatch}
        value={null}
        options={(books ?? []).map((book) => ({
          value: String(book.id),
          label: `${book.title}, ${book.unit_paise === null ? 'no price' : rupees(book.unit_paise)}, ${freeText(book)}`,
          disabled: book.unit_paise === null,
        }))}
        onChange={(id) => {
          const book = books?.find((one) => String(one.id) === id);
          if (book !== undefined) onChoose(book);
          setQ('');
        }}
      />
    </FormField>
  );
}
