import type { ReactNode } from 'react';
import { Icon } from '#shared/ui/icons.tsx';

/** The drawing of each tool. */
export const TOOL_ICONS = {
  strong: <path d="M7 5h6a3.5 3.5 0 0 1 0 7H7zm0 7h7a3.5 3.5 0 0 1 0 7H7z" strokeWidth="2.25" />,
  em: <path d="M10 5h8M6 19h8M14 5l-4 14" />,
  a: (
    <path d="M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.300l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.700l1-1" />
  ),
  bulletList: <path d="M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01" strokeWidth="2" />,
  orderedList: <path d="M10 6h10M10 12h10M10 18h10M4 5l1.5-1v4M4 8h3M4 14.500c0-2 3-2 3 0 0 1.5-3 2-3 4h3" />,
  blockquote: <path d="M5 7h5v5c0 3-2 4.5-4 5M14 7h5v5c0 3-2 4.5-4 5" />,
  picture: (
    <>
      <rect x="3.5" y="5" width="17" height="14" />
      <circle cx="8.5" cy="9.5" r="1.5" />
      <path d="m4 17 5-4.5 4 3.5 3-2.5 4.5 3.5" />
    </>
  ),
  video: (
    <>
      <rect x="3.5" y="5" width="17" height="14" rx="2" />
      <path d="M10 9v6l5-3z" fill="currentColor" />
    </>
  ),
  table: <path d="M3.5 5h17v14h-17zM3.5 10h17M3.5 14.500h17M9.5 5v14" />,
  footnote: <path d="M4 18 8.5 7 13 18M5.5 14.500h6M17 5l1.5-1v6" />,
  undo: <path d="M8 5 4 9l4 4M4.5 9H14a5 5 0 0 1 0 10h-3" />,
  redo: <path d="m16 5 4 4-4 4M19.5 9H10a5 5 0 0 0 0 10h3" />,
} as const satisfies Record<string, ReactNode>;

export const ToolIcon = ({ name }: { name: keyof typeof TOOL_ICONS }) => <Icon>{TOOL_ICONS[name]}</Icon>;
