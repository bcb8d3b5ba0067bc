import { useNavigate, useSearchParams } from 'react-router-dom';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { AppPage } from '#shared/app-page/app-page.tsx';
import { Tabs } from '#shared/app-page/tabs.tsx';
import { pageFrom } from '#shared/routing/paths.ts';
import { RequireRole } from '#shared/session/require-role.tsx';
import { PageLinks } from '#shared/ui/page-links.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { OrderList } from '../components/order-list.tsx';
import { useOrdersQuery } from '../orders-api.ts';

const ACCOUNT = '/account';
const TABS = [
  { key: 'profile', label: 'Profile Details' },
  { key: 'orders', label: 'My Order' },
] as const;

/** `/account/orders`: the tab My Order of a customer's account. */
export function OrdersPage() {
  const navigate = useNavigate();
  return (
    <AppPage>
      <header className="page-head">
        <h1>Account</h1>
      </header>
      <RequireRole roles={[ROLE.customer]}>
        {({ user }) => (
          <Tabs label="Account" tabs={TABS} active="orders" onChoose={() => void navigate(ACCOUNT)}>
            <Orders userId={user.id} />
          </Tabs>
        )}
      </RequireRole>
    </AppPage>
  );
}

function Orders({ userId }: { userId: number }) {
  const [query] = useSearchParams();
  const page = pageFrom(query);
  const { currentData, isError } = useOrdersQuery({ userId, page });
  // Section 7.7 of the specification: a list that cannot be read is an empty one.
  if (currentData === undefined && !isError) return <Skeleton shape="list" label="Loading the orders" />;
  const { orders = [], pageCount = 1 } = currentData ?? {};
  return (
    <>
      {orders.length === 0 ? (
        <output className="empty">No result found</output>
      ) : (
        <OrderList orders={orders} />
      )}
      <PageLinks
        page={page}
        pageCount={pageCount}
        pathOf={(number) => `/account/orders${number > 1 ? `?page=${number}` : ''}`}
      />
    </>
  );
}
