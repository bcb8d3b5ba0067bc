import './quantity-stepper.css';

interface QuantityStepperProps {
  /** Name of the counted item, for assistive technology. */
  name: string;
  quantity: number;
  max: number;
  /** While a change is sent, further ones do nothing. */
  isBusy?: boolean;
  onChange: (quantity: number) => void;
}

/** Minus, the number of copies, plus. The buttons keep the focus at the limits: they are not disabled but do nothing. */
export function QuantityStepper({ name, quantity, max, isBusy = false, onChange }: QuantityStepperProps) {
  const change = (next: number) => () => {
    if (!isBusy && next >= 1 && next <= max) onChange(next);
  };
  return (
    <fieldset className="stepper" aria-label={`Quantity of ${name}`}>
      <button
        type="button"
        aria-label="One copy less"
        aria-disabled={isBusy || quantity <= 1 || undefined}
        onClick={change(quantity - 1)}
      >
        −
      </button>
      <output className="stepper__number" aria-label="Quantity">
        {quantity}
      </output>
      <button
        type="button"
        aria-label="One copy more"
        aria-disabled={isBusy || quantity >= max || undefined}
        onClick={change(quantity + 1)}
      >
        +
      </button>
    </fieldset>
  );
}
