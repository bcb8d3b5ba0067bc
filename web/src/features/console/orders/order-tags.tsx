import { Select } from 'antd';
import { useRef, useState } from 'react';
import type { DeskPurchase } from '@vidhi/contracts/shop-desk.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import { messageOf } from '../kit/message-of.ts';
import { orderApi, orderCalls } from './order-api.ts';
import * as styles from './orders.module.css';

/** The tags of an order, which are saved one change after the other: of quick ones, each has those before it. */
export function OrderTags({ order: { id, tags } }: { order: DeskPurchase }) {
  const writes = orderApi.useWrites();
  const notices = useNotices();
  /** Chosen tags until the order has them; null without a change. */
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const [isSending, setSending] = useState(false);
  const [read, setRead] = useState(tags);
  const latest = useRef<readonly string[]>([]);
  if (read !== tags && !isSending) {
    setRead(tags);
    setChosen(null);
  }

  async function change(typed: readonly string[]): Promise<void> {
    // As the service stores them.
    const next = [...new Set(typed.map((tag) => tag.trim().normalize('NFC').toLowerCase()))];
    latest.current = next;
    setChosen(next);
    if (isSending) return;
    setSending(true);
    let sent: readonly string[];
    do {
      sent = latest.current;
      const { error } = await writes.send(orderCalls.tags(id, sent), id);
      if (error === undefined) continue;
      notices.error(messageOf(error));
      setChosen(null);
      break;
    } while (sent !== latest.current);
    setSending(false);
  }

  return (
    <section className={styles.orderCard} aria-labelledby="order-tags">
      <h2 id="order-tags">Tags</h2>
      <Select
        mode="tags"
        aria-labelledby="order-tags"
        style={{ width: '100%' }}
        value={[...(chosen ?? tags)]}
        tokenSeparators={[',']}
        placeholder="gift, phone order"
        onChange={(next: string[]) => void change(next)}
      />
    </section>
  );
}
