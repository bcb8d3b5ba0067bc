import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { Unavailable } from '#shared/ui/unavailable.tsx';
import { ChunkLoadError, reloadOnce } from '#shared/routing/chunk-load-error.ts';

/**
 * The error boundary of the page, without masthead and foot; a navigation resets it. Each path mounts a new page, so that
 * data of the page before is never shown under the next URL. A chunk load error reloads the document once.
 */
export function PageBoundary({ children }: { children: ReactNode }) {
  const { key, pathname } = useLocation();
  return (
    <Boundary key={pathname} entry={key}>
      {children}
    </Boundary>
  );
}

interface BoundaryProps {
  /** Key of the current history entry. */
  entry: string;
  children: ReactNode;
}

interface BoundaryState {
  entry: string;
  shows: 'page' | 'nothing' | 'failure';
}

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { entry: this.props.entry, shows: 'page' };

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { shows: 'nothing' };
  }

  static getDerivedStateFromProps({ entry }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return entry === state.entry ? null : { entry, shows: 'page' };
  }

  override componentDidCatch(error: unknown) {
    if (!(error instanceof ChunkLoadError && reloadOnce())) this.setState({ shows: 'failure' });
  }

  override render() {
    const { shows } = this.state;
    return shows === 'page' ? this.props.children : shows === 'failure' && <Unavailable />;
  }
}
