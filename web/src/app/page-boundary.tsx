import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { Unavailable } from '#shared/ui/unavailable.tsx';
import { ChunkLoadError, reloadOnce } from '#shared/routing/chunk-load-error.ts';

/**
 * A page that breaks in the browser leaves the masthead standing; the next page is another try. Every path is
 * a page of its own: what the one before had read is not shown under the next address while that is read.
 */
export function PageBoundary({ children }: { children: ReactNode }) {
  const { key, pathname } = useLocation();
  return (
    <Boundary key={pathname} at={key}>
      {children}
    </Boundary>
  );
}

interface BoundaryProps {
  /** Entry of the history that is shown. */
  at: string;
  children: ReactNode;
}

interface BoundaryState {
  at: string;
  shows: 'page' | 'nothing' | 'failure';
}

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { at: this.props.at, shows: 'page' };

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { shows: 'nothing' };
  }

  static getDerivedStateFromProps({ at }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return at === state.at ? null : { at, shows: 'page' };
  }

  override componentDidCatch(error: unknown) {
    if (!(error instanceof ChunkLoadError && reloadOnce())) this.setState({ shows: 'failure' });
  }

  override render() {
    const { shows } = this.state;
    return shows === 'page' ? this.props.children : shows === 'failure' && <Unavailable />;
  }
}
