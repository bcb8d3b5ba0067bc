import { Component, type ReactNode } from 'react';
import { Unavailable } from '../features/news/components/unavailable.tsx';

interface PageBoundaryProps {
  children: ReactNode;
}

/** A page that breaks in the browser leaves the masthead standing and offers another try. */
export class PageBoundary extends Component<PageBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? <Unavailable /> : this.props.children;
  }
}
