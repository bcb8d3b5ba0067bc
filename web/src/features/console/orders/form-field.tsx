import type { ReactNode } from 'react';
import * as styles from './orders.module.css';

/** A control, whose id is the given one, with its label above. */
export const FormField = ({ id, label, children }: { id: string; label: string; children: ReactNode }) => (
  <div className={styles.orderFormField}>
    <label htmlFor={id}>{label}</label>
    {children}
  </div>
);
