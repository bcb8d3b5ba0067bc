import type { ButtonHTMLAttributes } from 'react';

interface PlainButtonProps extends Pick<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'aria-label'> {
  onClick: () => void;
  /** Ignores clicks while the effect of one is pending; the button keeps the focus. */
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
