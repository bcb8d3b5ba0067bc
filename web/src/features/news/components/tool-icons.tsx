import { Icon } from '#shared/ui/icons.tsx';

export const ShareIcon = () => (
  <Icon>
    <path d="M12 15V3.5M8 7l4-4 4 4M6 11H4.5v9.5h15V11H18" />
  </Icon>
);

export const LinkIcon = () => (
  <Icon>
    <path d="M10 14a4 4 0 0 0 5.7 0l3.6-3.6a4 4 0 0 0-5.7-5.7l-1.2 1.2M14 10a4 4 0 0 0-5.7 0l-3.6 3.6a4 4 0 0 0 5.7 5.7l1.2-1.2" />
  </Icon>
);

export const BookmarkIcon = ({ isFilled }: { isFilled: boolean }) => (
  <Icon className={isFilled ? 'icon--solid' : ''}>
    <path d="M6.5 3.5h11v17L12 16l-5.5 4.5z" />
  </Icon>
);

export const PrintIcon = () => (
  <Icon>
    <path d="M7 8V3.5h10V8M7 17H3.5V8h17v9H17M7 14h10v6.5H7z" />
  </Icon>
);
