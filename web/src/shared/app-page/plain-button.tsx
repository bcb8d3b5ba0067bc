import type { ButtonHTMLAttributes } from 'react';

interface PlainButtonProps extends Pick<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'aria-label'> {
  onClick: () => void;
  /** Whether the effect of a click is pending: ignores further clicks, but keeps the focus, unlike a disabled button. */
  isBusy?: boolean;
}

/** A button that is not the main one of its form or section. */
export const PlainButton = ({ onClick, isBusy = false, ...attributes }: PlainButtonProps) => (
  <button
    className="button button--plain"
    type="button"
    aria-disabled={isBusy || undefined}
    onClick={() => !isBusy && onClick()}
    {...attributes}
  />
);
