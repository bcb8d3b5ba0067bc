interface BookCoverProps {
  title: string;
  author: string;
}

/** Replaces a missing cover picture by title and author, which the page states beside it for screen readers. */
export const BookCover = ({ title, author }: BookCoverProps) => (
  <span className="cover" aria-hidden="true">
    <span className="cover__title">{title}</span>
    <span>{author}</span>
  </span>
);
