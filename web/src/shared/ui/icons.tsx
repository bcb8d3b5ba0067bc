import type { ReactNode } from 'react';

export function Icon({ children, className = '' }: { children: ReactNode; className?: string }) {
  return (
    <svg
      className={`icon ${className}`}
      viewBox="0 0 24 24"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}

export const ArrowIcon = ({ direction }: { direction: 'left' | 'right' }) => (
  <Icon>{direction === 'left' ? <path d="M19 12H5m6 6-6-6 6-6" /> : <path d="M5 12h14m-6 6 6-6-6-6" />}</Icon>
);

export const SearchIcon = () => (
  <Icon>
    <circle cx="11" cy="11" r="6.5" />
    <path d="m16 16 4.5 4.5" />
  </Icon>
);

export const PlayIcon = () => (
  <Icon className="icon--solid">
    <path d="M8 5.5v13l11-6.5z" />
  </Icon>
);

export const SunIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 2.5v2m0 15v2m9.5-9.5h-2m-15 0h-2m16.2-6.7-1.4 1.4M6.7 17.3l-1.4 1.4m13.4 0-1.4-1.4M6.7 6.7 5.3 5.3" />
  </Icon>
);

export const MoonIcon = () => (
  <Icon>
    <path d="M20 14.5A8.5 8.5 0 1 1 9.5 4a6.7 6.7 0 0 0 10.5 10.5z" />
  </Icon>
);

export const HalfIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 3.5v17a8.5 8.5 0 0 0 0-17z" fill="currentColor" />
  </Icon>
);

export const MenuIcon = () => (
  <Icon>
    <path d="M3.5 6.5h17m-17 5.5h17m-17 5.5h17" />
  </Icon>
);

export const PersonIcon = () => (
  <Icon>
    <circle cx="12" cy="8" r="4" />
    <path d="M4.5 20.5a7.5 7.5 0 0 1 15 0" />
  </Icon>
);

export const CartIcon = () => (
  <Icon>
    <path d="M3 4.5h2.2l2.3 10.5h9.7l2.3-7.7H6" />
    <circle cx="8.8" cy="19" r="1.3" />
    <circle cx="16" cy="19" r="1.3" />
  </Icon>
);
