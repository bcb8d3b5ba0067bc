/** HTML in the clipboard, and the result of cleaning it. */
export interface Clipboard {
  from: string;
  html: string;
  cleaned: string;
  lostPictures?: number;
}

const WORD_HEAD = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15">
<link rel=File-List href="file:///C:/Users/ASHARA~1/AppData/Local/Temp/msohtmlclip1/01/clip_filelist.xml">
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]-->
<style><!-- /* Font Definitions */ @font-face {font-family:"Cambria Math"; panose-1:2 4 5 3 5 4 6 3 2 4;} p.MsoNormal {margin:0cm; font-size:12.0pt;} --></style>
<!--[if gte mso 10]><style> /* Style Definitions */ table.MsoNormalTable {mso-style-name:"Table Normal";} </style><![endif]-->
</head><body lang=EN-IN style='tab-interval:36.0pt;word-wrap:break-word'><!--StartFragment-->`;
const WORD_FOOT = '<!--EndFragment--></body></html>';
const word = (body: string): string => `${WORD_HEAD}${body}${WORD_FOOT}`;

const item = (list: number, level: number, label: string, text: string): string =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:36.0pt;text-indent:-18.0pt;mso-list:l${list} level${level} lfo1'><!--[if !supportLists]--><span style='mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>${label}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><!--[endif]--><span lang=EN-US>${text}<o:p></o:p></span></p>`;

const docs = (body: string): string =>
  `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-9d3b0b5e-7fff">${body}</b><br class="Apple-interchange-newline">`;
const docsRun = (text: string, style = 'font-weight:400;font-style:normal'): string =>
  `<span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;${style};font-variant:normal;text-decoration:none;vertical-align:baseline;white-space:pre;white-space:pre-wrap;">${text}</span>`;
const docsParagraph = (content: string): string =>
  `<p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;">${content}</p>`;

/** Written as the programs write them. */
export const CLIPBOARDS: readonly Clipboard[] = [
  {
    from: 'Word: a heading and paragraphs whose lines are broken in the source',
    html: word(
      `<h1 style='mso-style-next:Normal'>The\nfacts<o:p></o:p></h1><p class=MsoNormal style='margin-bottom:8.0pt;line-height:107%'>The <b style='mso-bidi-font-weight:normal'>appellant</b>\nwas <i>not</i> heard<span style='mso-spacerun:yes'>&nbsp; </span>before the order.<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p>`,
    ),
    cleaned: '<h1>The facts</h1><p>The <b>appellant</b> was <i>not</i> heard before the order.</p>',
  },
  {
    from: 'Word: numbered paragraphs of a judgment',
    html: word(item(0, 1, '1.', 'Leave granted.') + item(0, 1, '2.', 'The appeal arises from an order.')),
    cleaned: '<ol><li>Leave granted.</li><li>The appeal arises from an order.</li></ol>',
  },
  {
    from: 'Word: numbered paragraphs that go on from another number',
    html: word(item(3, 1, '14.', 'Held.') + item(3, 1, '15.', 'Allowed.')),
    cleaned: '<ol start="14"><li>Held.</li><li>Allowed.</li></ol>',
  },
  {
    from: 'Word: bullets with letters below them',
    html: word(
      item(1, 1, '·', 'Grounds') +
        item(1, 2, '(a)', 'delay') +
        item(1, 2, '(b)', 'merits') +
        item(1, 1, '·', 'Relief'),
    ),
    cleaned: '<ul><li>Grounds<ol type="a"><li>delay</li><li>merits</li></ol></li><li>Relief</li></ul>',
  },
  {
    from: 'Word: roman numerals, and a list after a paragraph',
    html: word(
      `${item(2, 1, 'i.', 'one')}<p class=MsoNormal>Between<o:p></o:p></p>${item(2, 1, 'ii.', 'two')}`,
    ),
    cleaned: '<ol type="i"><li>one</li></ol><p>Between</p><ol type="i"><li>two</li></ol>',
  },
  {
    from: 'Word: footnotes',
    html: word(
      `<p class=MsoNormal>Held in <i>Gopalan</i>.<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1" title=""><span class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]><span class=MsoFootnoteReference><span style='font-size:12.0pt'>[1]</span></span><![endif]></span></span></a><o:p></o:p></p><div style='mso-element:footnote-list'><![if !supportFootnotes]><br clear=all><hr align=left size=1 width="33%"><![endif]><div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a style='mso-footnote-id:ftn1' href="#_ftnref1" name="_ftn1" title=""><span class=MsoFootnoteReference>[1]</span></a><span lang=EN-US> AIR 1950 SC 27.<o:p></o:p></span></p></div></div>`,
    ),
    cleaned:
      '<p>Held in <i>Gopalan</i>.<sup><a href="#t-fn1" id="t-fnref1">1</a></sup></p><ol><li id="t-fn1"> AIR 1950 SC 27. <a href="#t-fnref1">↩</a></li></ol>',
  },
  {
    from: 'Word: a table',
    html: word(
      `<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;border:none'><tr style='mso-yfti-irow:0'><td width=301 valign=top style='width:225.4pt;border:solid windowtext 1.0pt'><p class=MsoNormal><b>Rate<o:p></o:p></b></p></td><td width=301 colspan=2 valign=top><p class=MsoNormal align=right style='text-align:right'>18%<o:p></o:p></p></td></tr><tr><td><p class=MsoNormal><o:p>&nbsp;</o:p></p></td><td>x</td><td>y</td></tr></table>`,
    ),
    cleaned:
      '<table><tbody><tr><td><p><b>Rate</b></p></td><td colspan="2"><p class="align-right">18%</p></td></tr><tr><td><p></p></td><td>x</td><td>y</td></tr></tbody></table>',
  },
  {
    from: 'Word: a picture of the computer, drawn twice in the source',
    html: word(
      `<p class=MsoNormal>Before<span style='mso-no-proof:yes'><!--[if gte vml 1]><v:shapetype id="_x0000_t75"></v:shapetype><v:shape id="Picture_x0020_1" style='width:300pt'><v:imagedata src="file:///C:/Users/ASHA/clip_image001.png" o:title=""/></v:shape><![endif]--><![if !vml]><img width=400 height=300 src="file:///C:/Users/ASHA/clip_image002.png" v:shapes="Picture_x0020_1"><![endif]></span>after<o:p></o:p></p>`,
    ),
    cleaned: '<p>Before after</p>',
    lostPictures: 1,
  },
  {
    from: 'Word: a title, a quotation, sub- and superscript, struck out text',
    html: word(
      `<p class=MsoTitle>Note on GST<o:p></o:p></p><p class=MsoQuote>No tax <s>shall</s> be levied<o:p></o:p></p><p class=MsoNormal>CO<sub>2</sub>, 2<sup>nd</sup>, <span style='text-decoration:line-through'>old</span>, <u>new</u><o:p></o:p></p>`,
    ),
    cleaned:
      '<h2>Note on GST</h2><blockquote><p>No tax <s>shall</s> be levied</p></blockquote><p>CO<sub>2</sub>, 2<sup>nd</sup>, <s>old</s>, <u>new</u></p>',
  },
  {
    from: 'Word: Hindi',
    html: word(
      `<p class=MsoNormal><span lang=HI style='font-family:"Mangal",serif'>धारा 302 के अधीन</span><o:p></o:p></p>`,
    ),
    cleaned: '<p><span lang="hi">धारा 302 के अधीन</span></p>',
  },
  {
    from: 'Word: a comment, and changes that nobody has accepted yet',
    html: word(
      `<p class=MsoNormal>The court <del cite="mailto:Asha%20Rao" datetime="2026-11-01T10:00">dismissed</del><span class=msoIns><ins cite="mailto:Asha%20Rao" datetime="2026-11-01T10:00">allowed</ins></span> the <a style='mso-comment-reference:AR_1;mso-comment-date:20261101T1000'>appeal</a><span class=MsoCommentReference><span style='font-size:8.0pt'><![if !supportAnnotations]><a class=msocomanchor id="_anchor_1" onmouseover="msoCommentShow('_anchor_1','_com_1')" href="#_msocom_1" name="_msoanchor_1">[AR1]</a><![endif]></span></span>.<o:p></o:p></p><p class=MsoNormal>A fee of <del>500</del> <ins>600</ins> rupees.</p><div style='mso-element:comment-list'><hr class=msocomoff align=left size=1 width="33%"><div style='mso-element:comment'><div id="_com_1" class=msocomtxt><a name="_msocom_1"></a><p class=MsoCommentText><span class=MsoCommentReference><a href="#_msoanchor_1" class=msocomoff>[AR1]</a></span>Is this certain?<o:p></o:p></p></div></div></div>`,
    ),
    cleaned: '<p>The court allowed the appeal.</p><p>A fee of <del>500</del> <ins>600</ins> rupees.</p>',
  },
  {
    from: 'Excel: rows, whose table begins before what is marked as copied',
    html: `<html xmlns:x="urn:schemas-microsoft-com:office:excel" xmlns="http://www.w3.org/TR/REC-html40"><head><meta name=Generator content="Microsoft Excel 15"><style><!--td {mso-ignore:padding;}--></style></head><body link="#0563C1" vlink="#954F72">
<table border=0 cellpadding=0 cellspacing=0 width=128 style='border-collapse:collapse;width:96pt'>
<!--StartFragment-->
 <col width=64 span=2 style='width:48pt'>
 <tr height=20 style='height:15.0pt'><td height=20 class=xl65 width=64 style='height:15.0pt;width:48pt'>Year</td><td class=xl65>Rate</td></tr>
 <tr height=20><td colspan=2 height=20 align=right>1,200</td></tr>
<!--EndFragment-->
</table></body></html>`,
    cleaned:
      '<table> <tbody><tr><td>Year</td><td>Rate</td></tr> <tr><td colspan="2" class="align-right">1,200</td></tr> </tbody></table>',
  },
  {
    from: 'a mail with a link that would run something',
    html: '<html><body><!--StartFragment--><p class=MsoNormal>See <a href="javascript:alert(1)">this</a> and <a href="https://news.example">that</a></p><!--EndFragment--></body></html>',
    cleaned: '<p>See this and <a href="https://news.example">that</a></p>',
  },
  {
    from: 'Word: deleted and hidden text',
    html: word(
      `<p class=MsoNormal>Visible<span style='display:none;mso-hide:all'>secret</span><span style='mso-tab-count:1'>      </span>word<o:p></o:p></p>`,
    ),
    cleaned: '<p>Visible word</p>',
  },
  {
    from: 'Google Docs: bold and italic that styles alone say',
    html: docs(
      docsParagraph(
        `${docsRun('The ')}${docsRun('court', 'font-weight:700;font-style:normal')}${docsRun(' did ')}${docsRun('not', 'font-weight:400;font-style:italic')}${docsRun(' agree.')}`,
      ) + docsParagraph(docsRun('Second.')),
    ),
    cleaned: '<p>The <strong>court</strong> did <em>not</em> agree.</p><p>Second.</p>',
  },
  {
    from: 'Google Docs: a heading, a list within a list, a link',
    html: docs(
      `<h2 dir="ltr" style="line-height:1.38;">${docsRun('Relief')}</h2><ul style="margin-top:0;"><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation">${docsRun('one')}</p></li><ul style="margin-top:0;"><li dir="ltr" aria-level="2"><p dir="ltr" role="presentation">${docsRun('inner')}</p></li></ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><a href="https://example.in/order" style="text-decoration:none;"><span style="font-size:11pt;text-decoration:underline;font-weight:400;">two</span></a></p></li></ul>`,
    ),
    cleaned:
      '<h2>Relief</h2><ul><li>one<ul><li>inner</li></ul></li><li><a href="https://example.in/order">two</a></li></ul>',
  },
  {
    from: 'Google Docs: a picture on its server',
    html: docs(
      docsParagraph(
        `${docsRun('See')}<span style="border:none;display:inline-block;"><img src="https://lh7-rt.googleusercontent.com/docsz/AD_4nX" width="624" height="351" style="margin-left:0px;" /></span>`,
      ),
    ),
    cleaned: '<p>See </p>',
    lostPictures: 1,
  },
  {
    from: 'Google Docs: a table',
    html: docs(
      `<div dir="ltr" style="margin-left:0pt;" align="left"><table style="border:none;border-collapse:collapse;"><colgroup><col width="312" /><col width="312" /></colgroup><tbody><tr style="height:0pt"><td style="border:solid #000 1pt;"><p dir="ltr">${docsRun('a')}</p></td><td><br /></td></tr></tbody></table></div>`,
    ),
    cleaned: '<table><tbody><tr><td><p>a</p></td><td></td></tr></tbody></table>',
  },
  {
    from: 'Word on the web: a list and a paragraph',
    html: `<html><body><!--StartFragment--><div class="OutlineElement Ltr SCXW1"><p class="Paragraph SCXW1" paraid="1" style="font-weight:normal"><span data-contrast="auto" class="TextRun SCXW1" style="font-size:12pt"><span class="NormalTextRun SCXW1">The order</span><span class="NormalTextRun SCXW1"> stands.</span></span><span class="EOP SCXW1" data-ccp-props="{}">&nbsp;</span></p></div><div class="ListContainerWrapper SCXW1"><ul class="BulletListStyle1 SCXW1" role="list"><li data-leveltext="•" data-aria-level="1" class="OutlineElement Ltr SCXW1"><p class="Paragraph SCXW1"><span class="TextRun SCXW1" style="font-weight:bold"><span class="NormalTextRun SCXW1">costs</span></span><span class="EOP SCXW1">&nbsp;</span></p></li></ul></div><!--EndFragment--></body></html>`,
    cleaned: '<p>The order stands. </p><ul><li><strong>costs</strong> </li></ul>',
  },
  {
    from: 'a page with lines of a PDF, one of them hyphenated',
    html: '<span role="presentation" dir="ltr">It is submitted that the appel-</span><br role="presentation"><span role="presentation" dir="ltr">lant was not heard before</span><br role="presentation"><span role="presentation" dir="ltr">the order was made.</span>',
    cleaned: 'It is submitted that the appellant was not heard before the order was made.',
  },
  {
    from: 'LibreOffice',
    html: `<!DOCTYPE html><html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"/><title></title><style type="text/css">p { line-height: 115% }</style></head><body lang="en-IN" link="#000080" dir="ltr"><h2 class="western">Head</h2><p align="center" style="margin-bottom: 0cm"><font face="Liberation Serif, serif"><font size="3">Centred <b>text</b></font></font></p></body></html>`,
    cleaned: '<h2>Head</h2><p class="align-center">Centred <b>text</b></p>',
  },
  {
    from: 'a mail',
    html: `<div dir="ltr">Dear editor,<div><br></div><div>the <span style="font-weight:bold">bench</span> rose.</div><div class="gmail_quote"><blockquote class="gmail_quote" style="margin:0 0 0 .8ex">quoted</blockquote></div></div>`,
    cleaned: 'Dear editor,<p>the <strong>bench</strong> rose.</p><blockquote>quoted</blockquote>',
  },
  {
    from: 'a web page with scripts, styles and a form',
    html: `<style>p{color:red}</style><script>alert(1)</script><h1 onclick="alert(1)" style="color:red">Title</h1><form action="/x"><input value="1"><button>Go</button></form><p class="lead">Text<!-- c --> <a href="javascript:alert(1)">bad</a> <a href="/tax/gst">good</a></p><noscript><p>no</p></noscript>`,
    cleaned: '<h1>Title</h1><p>Text bad <a href="/tax/gst">good</a></p>',
  },
];
