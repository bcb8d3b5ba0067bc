import { vi } from 'vitest';

/** Action of a customer in the card provider's widget. */
export type InWidget = 'pays' | 'closes' | 'fails and closes';

export const CONFIRMATION = {
  razorpay_payment_id: 'pay_1',
  razorpay_order_id: 'order_1',
  razorpay_signature: 'f'.repeat(64),
};

interface Options {
  handler: (confirmation: typeof CONFIRMATION) => void;
  modal: { ondismiss: () => void };
}

const opened: Options[] = [];
let actionOf: () => InWidget = () => 'pays';

/** One class for all tests: the module that loads the provider's script keeps the first that it finds. */
class Widget {
  #failed = (): void => undefined;
  readonly options: Options;
  constructor(options: Options) {
    this.options = options;
  }
  on(_event: string, listener: () => void): void {
    this.#failed = listener;
  }
  open(): void {
    opened.push(this.options);
    const action = actionOf();
    if (action === 'fails and closes') this.#failed();
    if (action === 'pays') this.options.handler(CONFIRMATION);
    else this.options.modal.ondismiss();
  }
}

/**
 * Makes scripts of other origins load at once, and defines the class of the provider's script. Returns the options of the
 * widgets that were opened.
 */
export function stubWidget(customer: () => InWidget): Options[] {
  opened.length = 0;
  actionOf = customer;
  vi.stubGlobal('Razorpay', Widget);
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    for (const node of nodes)
      if (node instanceof HTMLScriptElement) queueMicrotask(() => node.onload?.(new Event('load')));
  });
  return opened;
}
