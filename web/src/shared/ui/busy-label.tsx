interface BusyLabelProps {
  isBusy: boolean;
  children: string;
  /** Shown while the button works. */
  busy: string;
}

/**
 * The label of a button that starts a request. Both texts always take up their space: between two clicks, neither the
 * button nor its neighbours change size or position.
 */
export const BusyLabel = ({ isBusy, children, busy }: BusyLabelProps) => (
  <span className="busy-label">
    <span aria-hidden={isBusy || undefined}>{children}</span>
    <span aria-hidden={!isBusy || undefined}>{busy}</span>
  </span>
);
