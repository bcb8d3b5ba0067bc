import { useState } from 'react';
import type { PurchaseRow } from '@vidhi/contracts/shop-desk.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import { lazyPart } from '#shared/routing/lazy-part.tsx';
import type { SelectedRows } from '../kit/define-resource.ts';
import { messageOf } from '../kit/message-of.ts';
import * as kit from '../kit.module.css';
import { orderCalls, orderListApi } from './order-api.ts';
import { useSavePackingPapersMutation, type PackingPapers } from './order-files.ts';

const ShipMany = lazyPart('ship-many', () => import('./ship-many.tsx').then((m) => m.ShipMany));

/** The service takes as many at once. */
const MAX_ORDERS = 200;

const PAPERS: readonly (readonly [PackingPapers, string])[] = [
  ['packing-slips', 'Packing slips'],
  ['address-labels', 'Labels'],
];

/** Buttons for several orders together: papers to print, packed, shipped. */
export function OrderTools({ ids, load, clear }: SelectedRows<PurchaseRow>) {
  const [isBusy, setBusy] = useState(false);
  const [shipped, setShipped] = useState<readonly PurchaseRow[] | null>(null);
  const [isAnyShipped, setAnyShipped] = useState(false);
  const [save] = useSavePackingPapersMutation();
  const writes = orderListApi.useWrites();
  const notices = useNotices();

  /** Runs something with the selected orders, of which there are not too many. */
  async function withOrders(run: (orders: readonly string[]) => Promise<unknown>): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      const orders = ids === null ? (await load()).map(({ id }) => id) : ids.map(String);
      if (orders.length > MAX_ORDERS) notices.error(`At most ${MAX_ORDERS} orders at once. Select fewer.`);
      else await run(orders);
    } catch (error) {
      notices.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  }
  const report = (error: unknown): void => notices.error(messageOf(error));

  const print = (kind: PackingPapers) =>
    withOrders(async (orders) => {
      const { error } = await save({ kind, ids: orders });
      if (error !== undefined) report(error);
    });
  const pack = () =>
    withOrders(async (orders) => {
      const { error } = await writes.send(orderCalls.packed(orders, true));
      if (error !== undefined) return report(error);
      notices.success(orders.length === 1 ? '1 order is packed.' : `${orders.length} orders are packed.`);
      clear();
    });
  const ship = () =>
    withOrders(async () => {
      setAnyShipped(false);
      setShipped(await load());
    });
  function endShipping(): void {
    setShipped(null);
    // Not before: these buttons, and so the results, are gone with the selection.
    if (isAnyShipped) clear();
  }

  return (
    <>
      {PAPERS.map(([kind, name]) => (
        <button
          key={kind}
          type="button"
          className={kit.tool}
          disabled={isBusy}
          onClick={() => void print(kind)}
        >
          {name}
        </button>
      ))}
      <button type="button" className={kit.tool} disabled={isBusy} onClick={() => void pack()}>
        Mark packed
      </button>
      <button type="button" className={kit.tool} disabled={isBusy} onClick={() => void ship()}>
        Ship
      </button>
      {shipped !== null && (
        <ShipMany isOpen orders={shipped} onClose={endShipping} onShipped={() => setAnyShipped(true)} />
      )}
    </>
  );
}
