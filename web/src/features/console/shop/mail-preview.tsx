import { Form, Segmented } from 'antd';
import { useState } from 'react';
import type { MailPreviewResponse, OrderMailKind } from '@vidhi/contracts/order-mail-texts.ts';
import { messageOf } from '../kit/message-of.ts';
import { shopSettingsApi } from './shop-settings.ts';
import * as styles from '../orders/orders.module.css';

const KINDS: { value: OrderMailKind; label: string }[] = [
  { value: 'confirmed', label: 'Order Confirmed' },
  { value: 'shipped', label: 'Shipped' },
  { value: 'refunded', label: 'Refunded' },
];

type Shown = MailPreviewResponse['data'];

/** The mail that a buyer gets with the text in the form above, on an example order. Stores and sends nothing. */
export function MailPreview() {
  const form = Form.useFormInstance<Record<string, string | null>>();
  const { send } = shopSettingsApi.useWrites();
  const [kind, setKind] = useState<OrderMailKind>('confirmed');
  const [shown, setShown] = useState<Shown | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  async function show(): Promise<void> {
    const text = String(form.getFieldValue(`mail_text_${kind}`) ?? '');
    const { data, error } = await send({
      url: '/order-mails/preview',
      method: 'POST',
      body: { data: { kind, text } },
    });
    setShown(error === undefined ? (data as MailPreviewResponse).data : null);
    setFault(error === undefined ? null : messageOf(error));
  }
  return (
    <div className={styles.mailPreview}>
      <div className={styles.orderHead}>
        <Segmented<OrderMailKind>
          aria-label="Mail"
          options={KINDS}
          value={kind}
          onChange={(value) => {
            setKind(value);
            setShown(null);
          }}
        />
        <button type="button" className="button button--plain" onClick={() => void show()}>
          Preview
        </button>
      </div>
      {fault !== null && (
        <p className={styles.orderFault} role="alert">
          {fault}
        </p>
      )}
      {shown !== null && (
        <section aria-label="Preview of the mail" aria-live="polite">
          <p>
            <strong>{shown.subject}</strong>
          </p>
          <pre className={styles.mailPreviewText}>{shown.text}</pre>
        </section>
      )}
    </div>
  );
}
