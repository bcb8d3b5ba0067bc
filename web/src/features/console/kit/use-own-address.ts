import { useNavigate } from 'react-router-dom';

/** Gives the page of a new row the address of that row. */
export type ShowAddress = (path: string, isUnsaved: boolean) => void;

/**
 * Returns a function for the first save of a new row. Where somebody has typed on meanwhile, only the address changes:
 * a navigation mounts the page again, without what is not saved.
 */
export function useOwnAddress(): ShowAddress {
  const navigate = useNavigate();
  return (path, isUnsaved) => {
    if (isUnsaved) history.replaceState(history.state, '', path);
    else void navigate(path, { replace: true });
  };
}
