// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { ofOrigin, onlyAddress, trustedCheckout, withoutScripts } from './checkout-trust.ts';

const CHECKOUT = 'https://checkout.razorpay.com/v1/checkout.js';

/** Attributes and elements of parsed HTML by which a script could run. */
function scriptsIn(html: string): string[] {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  return [...parsed.querySelectorAll('*')].flatMap((element) => [
    ...(element.localName === 'script' ? ['script'] : []),
    ...element.getAttributeNames().filter((name) => /^(?:on|srcdoc$)/.test(name)),
  ]);
}

describe('the HTML that the script of the card provider assigns', () => {
  it.each([
    '<style>@keyframes rzp-rot{to{transform:rotate(360deg)}}</style>',
    '<div class="razorpay-backdrop" style="position:fixed"><span>Test Mode</span></div>',
    '<iframe src="https://api.razorpay.com/v1/checkout/public" class="razorpay-checkout-frame"></iframe>',
    '<p>Carry on = go on, only once</p>',
  ])('stays as it is without a script: %s', (html) => {
    const { body } = new DOMParser().parseFromString(withoutScripts(html), 'text/html');
    expect(body.ownerDocument.documentElement.outerHTML).toBe(
      new DOMParser().parseFromString(html, 'text/html').documentElement.outerHTML,
    );
  });

  it.each([
    '<script>alert(1)</script>',
    '<SCRIPT/SRC=//evil.example/x.js></SCRIPT >',
    '<svg><script>alert(1)</script></svg>',
    '<img src=x onerror=alert(1)>',
    '<img src=x\nONERROR\n=\nalert(1)>',
    '<svg/onload=alert(1)>',
    '<a href="x"onclick="alert(1)">x</a>',
    "<a href='x'onclick='alert(1)'>x</a>",
    '<b x/onfocus=alert(1) tabindex=0>x</b>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<<script>script>alert(1)</script>',
    '<b "onclick=alert(1)>x</b>',
  ])('loses what could run a script: %j', (html) => {
    expect(scriptsIn(withoutScripts(html))).toEqual([]);
  });
});

it('renames start and end of a script alike', () => {
  expect(withoutScripts('<b>a</b><Script>b()</SCRIPT ><i>c</i>')).toBe(
    '<b>a</b><x-Script>b()</x-SCRIPT ><i>c</i>',
  );
});

describe('the address of a script', () => {
  it('is the known one', () => {
    const trust = onlyAddress(CHECKOUT);
    expect(trust(CHECKOUT)).toBe(CHECKOUT);
    for (const other of ['https://evil.example/v1/checkout.js', `${CHECKOUT}?x`, 'data:text/javascript,1'])
      expect(() => trust(other)).toThrow(TypeError);
  });

  it('of what the script of the card provider loads itself is of its origin', () => {
    const trust = ofOrigin(CHECKOUT);
    expect(trust('https://checkout.razorpay.com/v1/more.js')).toBe(
      'https://checkout.razorpay.com/v1/more.js',
    );
    for (const other of [
      '/assets/a.js',
      'data:text/javascript,1',
      'https://checkout.razorpay.com.evil.example/',
    ])
      expect(trust(other)).toBeNull();
  });

  it('stays the first one until the document ends', () => {
    expect(trustedCheckout(CHECKOUT)).toBe(CHECKOUT);
    expect(trustedCheckout(CHECKOUT)).toBe(CHECKOUT);
    expect(() => trustedCheckout('https://evil.example/v1/checkout.js')).toThrow(TypeError);
  });
});
