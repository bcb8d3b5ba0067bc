import { PAYMENT_LINK_STATE_NAMES } from '@vidhi/contracts/payment-link-names.ts';
import type { PaymentLinkRow } from '@vidhi/contracts/payment-links.ts';
import { formatMoment } from '#shared/text/dates.ts';
import { choiceFilter } from '../kit/choice-filter.ts';
import { defineResource, type RowAction } from '../kit/define-resource.ts';
import { RecordLink } from '../kit/record-link.tsx';
import { copies, rupees } from '../orders/order-texts.ts';
import { linkCall, linkListApi } from './link-api.ts';

const isOpen = ({ state }: PaymentLinkRow): boolean => state === 'open';

const mail: RowAction<PaymentLinkRow> = {
  key: 'mail',
  label: 'Send by mail',
  isPossible: isOpen,
  run: ({ id }, writes) => writes.send(linkCall(id, 'mail'), id),
};
const cancel: RowAction<PaymentLinkRow> = {
  key: 'cancel',
  label: 'Cancel link',
  isBulk: true,
  isDangerous: true,
  isPossible: ({ state }) => state === 'open' || state === 'expired',
  confirm: () =>
    'The link cannot be paid any more, and its copies are free. A payment under way is refunded.',
  run: ({ id }, writes) => writes.send(linkCall(id, 'cancel'), id),
};

export const linkResource = defineResource<PaymentLinkRow>({
  api: linkListApi,
  one: 'Payment link',
  many: 'Payment links',
  path: '/console/payment-links',
  writers: ['shop'],
  canCreate: false,
  defaultSort: '',
  columns: [
    {
      key: 'name',
      label: 'Buyer',
      isTitle: true,
      render: ({ name, created_at }) => name ?? `Of ${formatMoment(created_at)}`,
    },
    { key: 'state', label: 'State', render: ({ state }) => PAYMENT_LINK_STATE_NAMES[state] },
    { key: 'total', label: 'Amount', isNumber: true, render: ({ total_paise }) => rupees(total_paise) },
    { key: 'copies', label: 'Copies', render: (row) => copies(row.copies) },
    {
      key: 'expires',
      label: 'Expires',
      render: ({ state, expires_at }) =>
        state === 'open' || state === 'expired' ? formatMoment(expires_at) : '',
    },
    {
      key: 'order',
      label: 'Order',
      render: ({ purchase_id: id }) =>
        id === null ? '' : <RecordLink to={`/console/orders/${id}`}>Order</RecordLink>,
      text: ({ purchase_id }) => purchase_id ?? '',
    },
    {
      key: 'mails',
      label: 'Mails',
      isOptional: true,
      isNumber: true,
      render: ({ mails }) => String(mails),
    },
    {
      key: 'created',
      label: 'Created',
      isOptional: true,
      render: ({ created_at }) => formatMoment(created_at),
    },
  ],
  filters: [choiceFilter('state', 'State', PAYMENT_LINK_STATE_NAMES)],
  actions: [mail, cancel],
  empty: {
    title: 'No payment links yet',
    hint: 'Write down an order under New order, and choose Payment link: its buyer pays it on our page.',
  },
});
