import type { CourtType } from './places.ts';
import type { LanguageName, Specialization } from './profile-lists.ts';

/** Hair of a drawn person, who has no face. */
export type Hair = 'short' | 'parted' | 'long' | 'bun' | 'bald' | 'turban' | 'scarf' | 'bob';

export interface Profile {
  /** Names its picture and its addresses. */
  key: string;
  title: string;
  subtitle: string;
  city: string;
  /** Practice since, or established on. */
  since: string;
  areas: readonly Specialization[];
  courts: readonly CourtType[];
  /** Courts in addition to those of the city and its state. */
  also?: readonly string[];
  languages: readonly LanguageName[];
  /** The hourly charge in whole rupees. */
  price: number;
  street: string;
  about: string;
  gallery?: readonly string[];
  /** Key of the demo visitor whose profile this is. */
  owner?: string;
}

export interface Lawyer extends Profile {
  hair: Hair;
  marks?: readonly ('beard' | 'glasses' | 'moustache')[];
}

export interface Firm extends Profile {
  /** Motif of the firm's emblem. */
  emblem: 'arch' | 'scales' | 'banyan' | 'lamp' | 'quill' | 'river' | 'peak' | 'gate';
  initials: string;
}
