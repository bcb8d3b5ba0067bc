import { lawyerCollection as declaration } from '@vidhi/collections/catalog/lawyer.ts';
import { neutralOrder } from '../neutral-order/neutral-order.ts';

/** Profiles of lawyers and of firms, with the order that changes every day. */
export const lawyerCollection = { ...declaration, orders: { neutral: neutralOrder } };
