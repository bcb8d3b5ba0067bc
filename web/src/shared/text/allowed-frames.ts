/** A link that a service has put in place of a frame of another site: its text ends with the name of that site. */
const FRAME_LINK =
  /<a href="(https:\/\/([^"/?#]+)[^"]*)" rel="noopener nofollow">((?:[^<]+ \(|(?:Video|Open) on )([^<()\s]+)\)?)<\/a>/g;

/** Shows links that stand for frames as frames again where the owner of the site allows their hosts. */
export const withAllowedFrames = (html: string, hosts: readonly string[]): string =>
  hosts.length === 0
    ? html
    : html.replaceAll(FRAME_LINK, (link, address: string, host: string, text: string, named: string) =>
        hosts.includes(host) && `.${host}`.endsWith(`.${named}`)
          ? `<iframe src="${address}" title="${text.replaceAll('"', '&quot;')}" sandbox="allow-forms allow-popups allow-presentation allow-same-origin allow-scripts" loading="lazy" allowfullscreen></iframe>`
          : link,
      );
