import { useState, type Key } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Button, Input, Segmented, Table, Tag } from 'antd';
import { hasDesk } from '@vidhi/contracts/desks.ts';
import type { PurchaseRow } from '@vidhi/contracts/shop-desk.ts';
import { isProblem } from '#shared/api/problem.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import { useSession } from '#shared/session/session.ts';
import { DateText } from '#shared/ui/date-text.tsx';
import { RecordLink } from '../kit/record-link.tsx';
import { orderCalls, orderListApi } from '../orders/order-api.ts';
import { ExportButton } from '../orders/export-button.tsx';
import { PackingButtons } from '../orders/packing-buttons.tsx';
import { ShipMany } from '../orders/ship-many.tsx';
import {
  EMPTY,
  REFUND_NAMES,
  STATUS_COLOURS,
  STATUS_NAMES,
  VIEWS,
  copies,
  rupees,
  waitingDays,
  type ViewKey,
} from '../orders/order-texts.ts';
import * as styles from '../orders/orders.module.css';

const SIZES = [25, 50, 100, 150];
const [DEFAULT_SIZE = 25] = SIZES;

function columnsAt(now: number) {
  return [
    {
      title: 'Order',
      key: 'order',
      render: (_: unknown, row: PurchaseRow) => (
        <div className={styles.orderCell}>
          <RecordLink to={`/console/orders/${row.id}`}>{row.purchase_number ?? row.id}</RecordLink>
          <small>
            <DateText iso={row.created_at} withTime />
          </small>
          <small className={styles.orderCellNarrow}>
            {row.buyer.name}, {rupees(row.total_paise)}
          </small>
        </div>
      ),
    },
    {
      title: 'Buyer',
      key: 'buyer',
      responsive: ['md' as const],
      render: (_: unknown, { buyer, by_hand }: PurchaseRow) => (
        <div className={styles.orderCell}>
          <span>{buyer.name ?? 'Not recorded'}</span>
          <small>
            {[buyer.city, by_hand === null ? (buyer.user_id === null ? 'guest' : null) : 'by hand']
              .filter(Boolean)
              .join(', ')}
          </small>
        </div>
      ),
    },
    {
      title: 'Items',
      key: 'items',
      responsive: ['lg' as const],
      render: (_: unknown, row: PurchaseRow) => (
        <div className={styles.orderCell}>
          <span>{row.lines[0]?.title}</span>
          <small>
            {copies(row.copies)}
            {row.lines.length > 1 && ` of ${row.lines.length} books`}
          </small>
        </div>
      ),
    },
    {
      title: 'Total',
      key: 'total',
      responsive: ['md' as const],
      render: (_: unknown, row: PurchaseRow) => (
        <div className={`${styles.orderCell} ${styles.orderAmount}`}>
          <span>{rupees(row.total_paise)}</span>
          <small>
            {row.has_problem
              ? 'Needs attention'
              : row.has_request
                ? 'Asks for something'
                : REFUND_NAMES[row.refund]}
          </small>
        </div>
      ),
    },
    {
      title: 'State',
      key: 'state',
      render: (_: unknown, row: PurchaseRow) => (
        <div className={styles.orderCell}>
          <span>
            <Tag color={STATUS_COLOURS[row.status]}>{STATUS_NAMES[row.status]}</Tag>
            {row.tags.map((tag) => (
              <Tag key={tag}>{tag}</Tag>
            ))}
          </span>
          {row.status === 'unshipped' && (
            <small>{row.needs_address ? 'waits for an address' : waitingDays(row.created_at, now)}</small>
          )}
        </div>
      ),
    },
  ];
}

const isView = (text: string | null): text is ViewKey => VIEWS.some(({ key }) => key === text);

/** `/console/orders`: everything that was bought, first what is to be shipped. */
export function OrdersPage() {
  const [params, setParams] = useSearchParams();
  const [now] = useState(() => Date.now());
  const notices = useNotices();
  const session = useSession();
  // The desk for refunds reads orders, and ships none.
  const mayShip = hasDesk(
    session?.role == null ? null : { role: session.role, desks: session.desks ?? [] },
    'shop',
  );
  const viewParam = params.get('view');
  const view: ViewKey = isView(viewParam) ? viewParam : 'ship';
  const q = params.get('q') ?? '';
  const page = Math.max(1, Number(params.get('page')) || 1);
  const size = SIZES.find((one) => String(one) === params.get('size')) ?? DEFAULT_SIZE;
  // A search is of everything.
  const filters: Record<string, string> =
    q === '' ? { ...VIEWS.find(({ key }) => key === view)?.filters } : {};
  const { sort = '', ...conditions } = filters;
  const list = orderListApi.useList({ q, conditions: Object.entries(conditions), sort, page, size });
  const writes = orderListApi.useWrites();
  const [selected, setSelected] = useState<readonly string[]>([]);
  const [isShipping, setShipping] = useState(false);
  const rows = list.data?.rows ?? [];

  function show(changes: Record<string, string>): void {
    const next = new URLSearchParams(params);
    if (!('page' in changes)) next.delete('page');
    for (const [name, value] of Object.entries(changes))
      if (value === '') next.delete(name);
      else next.set(name, value);
    setParams(next);
  }
  async function pack(): Promise<void> {
    const { error } = await writes.send(orderCalls.packed(selected, true));
    if (error !== undefined) return notices.error(isProblem(error) ? error.message : 'Please try again.');
    notices.success(selected.length === 1 ? '1 order is packed.' : `${selected.length} orders are packed.`);
    setSelected([]);
  }

  return (
    <>
      <header className="page-head">
        <h1>Orders</h1>
      </header>
      <div className={styles.orderTools}>
        <div className={styles.orderToolsViews}>
          <Segmented<ViewKey>
            aria-label="Lists of orders"
            value={view}
            options={VIEWS.map(({ key, name }) => ({ value: key, label: name }))}
            onChange={(key) => show({ view: key, q: '' })}
          />
        </div>
        <Input
          className={styles.orderToolsSearch}
          key={q}
          type="search"
          defaultValue={q}
          allowClear
          aria-label="Find an order"
          placeholder="Number, bill, phone, e-mail, name, payment, ISBN"
          onPressEnter={({ currentTarget }) => show({ q: currentTarget.value.trim() })}
          onClear={() => show({ q: '' })}
        />
        <ExportButton filters={{ ...filters, ...(q === '' ? {} : { q }) }} />
      </div>
      {mayShip && (
        <div className={styles.orderBulk}>
          {selected.length > 0 && (
            <>
              <span>{selected.length} selected</span>
              <PackingButtons ids={selected} />
              <Button onClick={() => void pack()}>Mark packed</Button>
            </>
          )}
          <Button type={selected.length > 0 ? 'primary' : 'default'} onClick={() => setShipping(true)}>
            Ship many
          </Button>
          <RecordLink to="/console/orders/new">New order</RecordLink>
        </div>
      )}
      {list.isError && list.data === undefined ? (
        <p role="alert">
          The orders could not be loaded.{' '}
          <Button type="link" onClick={() => void list.refetch()}>
            Try again
          </Button>
        </p>
      ) : (
        <Table<PurchaseRow>
          aria-label="Orders"
          rowKey="id"
          size="small"
          scroll={{ x: 'max-content' }}
          loading={list.isFetching}
          columns={columnsAt(now)}
          dataSource={[...rows]}
          {...(mayShip
            ? {
                rowSelection: {
                  selectedRowKeys: [...selected],
                  preserveSelectedRowKeys: true,
                  onChange: (keys: readonly Key[]) => setSelected(keys.map(String)),
                },
              }
            : {})}
          pagination={{
            current: page,
            pageSize: size,
            pageSizeOptions: SIZES,
            showSizeChanger: true,
            total: list.data?.total ?? 0,
            onChange: (next, nextSize) => show({ page: String(next), size: String(nextSize) }),
          }}
          locale={{ emptyText: q === '' ? EMPTY[view] : `No order was found for “${q}”.` }}
        />
      )}
      <ShipMany
        isOpen={isShipping}
        orders={rows.filter(({ id }) => selected.includes(id))}
        onClose={() => setShipping(false)}
      />
    </>
  );
}
