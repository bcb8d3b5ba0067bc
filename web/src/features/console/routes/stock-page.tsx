import { ResourceList } from '../kit/resource-list.tsx';
import { stockResource } from '../stock/stock-resource.tsx';

export const StockPage = () => <ResourceList resource={stockResource} />;
