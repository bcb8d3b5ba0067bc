/**
 * Pattern of names that people give to what others see: something visible, and neither control characters nor line breaks nor
 * controls of the direction of writing, which could make a name look like another one. The joiners of Indian scripts and emoji
 * are allowed.
 */
export const SHOWN_NAME =
  '^[^\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Bidi_Control}]*[\\p{L}\\p{N}\\p{P}\\p{S}][^\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Bidi_Control}]*$';
