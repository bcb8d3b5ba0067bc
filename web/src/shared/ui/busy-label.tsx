interface BusyLabelProps {
  isBusy: boolean;
  children: string;
  /** Shown while the button works. */
  busy: string;
}

/**
 * The label of a button that starts a request. Both texts take their room all the time, so that neither the button nor what is
 * beside it changes size or place between two clicks.
 */
export const BusyLabel = ({ isBusy, children, busy }: BusyLabelProps) => (
  <span className="busy-label">
    <span aria-hidden={isBusy || undefined}>{children}</span>
    <span aria-hidden={!isBusy || undefined}>{busy}</span>
  </span>
);
