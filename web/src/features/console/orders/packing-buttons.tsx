import { Button } from 'antd';
import { isProblem } from '#shared/api/problem.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import { useSavePackingPapersMutation, type PackingPapers } from './order-files.ts';

const NAMES: readonly (readonly [kind: PackingPapers, one: string, many: string])[] = [
  ['packing-slips', 'Packing slip', 'Packing slips'],
  ['address-labels', 'Label', 'Labels'],
];

/** Buttons that save what is printed for the parcels of these orders. */
export function PackingButtons({ ids }: { ids: readonly string[] }) {
  const [save, { isLoading, originalArgs }] = useSavePackingPapersMutation();
  const notices = useNotices();
  async function print(kind: PackingPapers): Promise<void> {
    const { error } = await save({ kind, ids });
    if (error !== undefined)
      notices.error(isProblem(error) && error.status === 409 ? error.message : 'Please try again.');
  }
  return NAMES.map(([kind, one, many]) => (
    <Button
      key={kind}
      disabled={isLoading}
      loading={isLoading && originalArgs?.kind === kind}
      onClick={() => void print(kind)}
    >
      {ids.length === 1 ? one : many}
    </Button>
  ));
}
