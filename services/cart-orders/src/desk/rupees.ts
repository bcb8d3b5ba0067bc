const RUPEES = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });

/** Returns an amount as people read it: `₹1,234.50`. */
export const formatPaise = (paise: number): string => RUPEES.format(paise / 100);
