import fc from 'fast-check';
import { CONTENT_HTML, contentAttributes } from '@vidhi/contracts/content-html.ts';

/** One block with each element, attribute and odd form that stored HTML has, as the sanitizer of the server writes it. */
export const EDITABLE_SHAPES = [
  '<h2 lang="hi">न्याय</h2>',
  '<h3>three</h3><h4>four</h4><h5>five</h5><h6>six</h6>',
  '<dl><dt>Term</dt><dd>What it means</dd></dl>',
  '<figure><img src="/uploads/a.jpg" alt="a" width="10" height="20" title="t" /><figcaption>The <em>court</em></figcaption></figure>',
  '<figure><a href="/tax"><img src="/uploads/a.jpg" alt="a" /></a></figure>',
  '<figure><iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" title="Video" loading="lazy" allowfullscreen></iframe></figure>',
  '<p><abbr title="Act">A</abbr> <time datetime="2024-01-01">then</time> <cite>c</cite> <q cite="https://x.in">q</q> <mark>m</mark> <small>s</small> <ins>i</ins> <del>d</del> <sub>1</sub><sup>2</sup> <s>s</s> <u>u</u> <code>k</code> <span dir="rtl">r</span> <b>b</b><i>i</i></p>',
  '<div><p>in a division</p></div>',
  '<div class="align-center">text</div>',
  '<blockquote cite="https://x.in">quoted</blockquote>',
  '<blockquote><p>one</p><p>two</p></blockquote>',
  '<ol start="3" type="a"><li>x</li></ol>',
  '<ol reversed><li>x</li></ol>',
  '<ul>\n<li>one<ul><li>nested</li></ul></li>\n<li><p>two</p></li></ul>',
  '<table><tbody><tr><td>a</td><td colspan="2" class="align-right">1,000</td></tr></tbody></table>',
  '<table><caption>Rates</caption><thead><tr><th scope="col">head</th></tr></thead><tbody><tr><td rowspan="2">c</td></tr></tbody><tfoot><tr><td>foot</td></tr></tfoot></table>',
  '<pre>one\n  two   three</pre>',
  '<hr />',
  '<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" title="Video" loading="lazy" allowfullscreen></iframe>',
  '<p><a href="/news/gst" title="tt">l</a> <a href="https://e.in/x" rel="noopener nofollow" target="_blank">m</a><br />n</p>',
  '<p><strong><em><sup>x</sup></em></strong> <em><strong>y</strong> z</em></p>',
  '<p class="align-center" dir="rtl" id="t-top">c</p>',
  'bare <b>text</b><br />more',
  '<p>one\n  line &amp; c &lt; d&nbsp;e "f"</p>',
  '<p>Held.<a href="#t-_ftn1" id="t-_ftnref1"><sup>[1]</sup></a><a id="t-x"></a></p>',
  '<span><p dir="ltr"><span>Plain</span></p><br /><p dir="ltr"><span><strong>Bold</strong></span></p></span>',
  '<p>with <img src="/uploads/b.png" alt="" /> inside</p>',
  '<p></p>',
  '<p><br /></p>',
] as const;

/** Forms that the editor stores as they are, and shows as a block of HTML. */
export const RAW_SHAPES = [
  '<table><thead lang="hi"><tr><th>h</th></tr></thead></table>',
  '<dl><div><dt>t</dt><dd>d</dd></div></dl>',
  '<table><caption>With <em>marks</em></caption><tbody><tr><td>x</td></tr></tbody></table>',
  '<h2><p>inside</p></h2>',
  '<td>loose</td>',
  '<p>a<p>b</p></p>',
  '<ul><p>loose</p><li>x</li></ul>',
] as const;

const word = fc.constantFrom('court', 'धारा', 'a&amp;b', '302', 'Held:', '&lt;x&gt;');
const space = fc.constantFrom(' ', '\n', '\n  ');
const VOID: ReadonlySet<string> = new Set(CONTENT_HTML.voidTags);

function attributesFor(tag: string): fc.Arbitrary<string> {
  const names = contentAttributes(tag).filter((name) => !/^(?:colspan|rowspan)$/.test(name));
  return fc
    .subarray([...names], { maxLength: 2 })
    .map((some) => some.map((name) => ` ${name}="${name === 'src' ? '/uploads/x.jpg' : 'v1'}"`).join(''));
}

const element = (tag: string, content: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(attributesFor(tag), content)
    .map(([attributes, inner]) =>
      VOID.has(tag) ? `<${tag}${attributes} />` : `<${tag}${attributes}>${inner}</${tag}>`,
    );

const { inline, block } = fc.letrec<{ inline: string; block: string }>((tie) => ({
  inline: fc
    .array(
      fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        word,
        space,
        fc.constantFrom(...CONTENT_HTML.inlineTags).chain((tag) => element(tag, tie('inline'))),
      ),
      { maxLength: 4 },
    )
    .map((parts) => parts.join('')),
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('p', 'h2', 'h4', 'pre', 'div', 'blockquote').chain((tag) => element(tag, tie('inline'))),
    fc.constantFrom(...CONTENT_HTML.blockTags).chain((tag) =>
      element(
        tag,
        fc.array(fc.oneof(tie('inline'), tie('block')), { maxLength: 3 }).map((parts) => parts.join('')),
      ),
    ),
  ),
}));

/** Any nesting of the elements of the allow-list, sensible or not, and the shapes above. */
export const anyStoredHtml: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(...EDITABLE_SHAPES, ...RAW_SHAPES),
      block,
      inline,
      fc.constantFrom('\n', '\n\n'),
    ),
    {
      maxLength: 6,
    },
  )
  .map((parts) => parts.join(''));
