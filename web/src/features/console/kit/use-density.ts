import { useState } from 'react';

export type Density = 'comfortable' | 'compact';

const KEY = 'vidhi.console.density';

const readDensity = (): Density => {
  try {
    return localStorage.getItem(KEY) === 'compact' ? 'compact' : 'comfortable';
  } catch {
    return 'comfortable';
  }
};

/** Returns the height of the rows of all lists, which is stored in the browser. */
export function useDensity(): [density: Density, setDensity: (density: Density) => void] {
  const [density, setDensity] = useState(readDensity);
  return [
    density,
    (chosen) => {
      setDensity(chosen);
      try {
        localStorage.setItem(KEY, chosen);
      } catch {
        // Storage is disabled: the choice is lost with the page.
      }
    },
  ];
}
