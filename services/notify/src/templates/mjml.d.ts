/** The part of mjml that is used; it brings no types. */
declare module 'mjml' {
  export default function mjml2html(
    source: string,
    options: { validationLevel: 'strict'; keepComments: boolean },
  ): Promise<{ html: string }>;
}
