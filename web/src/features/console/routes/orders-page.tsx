import { useState } from 'react';
import { lazyPart } from '#shared/routing/lazy-part.tsx';
import { useSession } from '#shared/session/session.ts';
import { mayAccess } from '../access.ts';
import { ResourceList } from '../kit/resource-list.tsx';
import * as kit from '../kit.module.css';
import { orderResource } from '../orders/order-resource.tsx';

const ShipMany = lazyPart('ship-many', () => import('../orders/ship-many.tsx').then((m) => m.ShipMany));

/** `/console/orders`: everything that was bought, first what is to be shipped. */
export function OrdersPage() {
  const session = useSession();
  // The desk for refunds reads orders, and ships none.
  const mayShip = session !== null && mayAccess(session, ['shop']);
  const [isShipping, setShipping] = useState(false);
  return (
    <ResourceList
      resource={orderResource}
      tools={
        mayShip && (
          <button type="button" className={kit.tool} onClick={() => setShipping(true)}>
            Ship many
          </button>
        )
      }
    >
      {isShipping && <ShipMany isOpen orders={[]} onClose={() => setShipping(false)} />}
    </ResourceList>
  );
}
