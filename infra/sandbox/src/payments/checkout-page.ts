import { escapeHtml } from '@vidhi/service-kit/escape-html.ts';
import type { Order } from './entities.ts';

/** JSON that ends no script element. */
const inlineJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

export const rupees = (paise: number): string => `₹${(paise / 100).toFixed(2)}`;

export const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; padding: 1rem; color: #1b1b1b; background: #fff; }
header { display: flex; justify-content: space-between; align-items: start; gap: 1rem; }
h1 { font-size: 1.2rem; margin: 0 0 .5rem; }
fieldset { border: 1px solid #ccc; border-radius: 6px; margin: 0 0 1rem; padding: .75rem; }
label { display: block; margin: .4rem 0; }
input:not([type=radio]), select { font: inherit; width: 100%; box-sizing: border-box; padding: .4rem; border: 1px solid #767676; border-radius: 4px; }
button { font: inherit; padding: .5rem 1rem; border: 0; border-radius: 6px; background: #14489a; color: #fff; cursor: pointer; }
button.plain { background: #e8e8e8; color: #1b1b1b; }
button:disabled { opacity: .6; }
[hidden] { display: none; }
#status { min-height: 1.5em; color: #a3180c; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .4rem .6rem; border-bottom: 1px solid #ddd; overflow-wrap: anywhere; }
`;

export interface FrameOptions {
  order: Order;
  key: string;
  shop: string;
  parentOrigin: string;
  email: string;
  contact: string;
}

/** Returns the page inside the modal of checkout.js. */
export function framePage({ order, key, shop, parentOrigin, email, contact }: FrameOptions): string {
  const data = inlineJson({ key, orderId: order.id, parentOrigin, prefill: { email, contact } });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Payment</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<div><h1>${escapeHtml(shop === '' ? 'Payment' : shop)}</h1><p>${rupees(order.amount)} <small>(test mode)</small></p></div>
<button type="button" id="close" class="plain" aria-label="Close payment" disabled>✕</button>
</header>
<p id="status" role="alert"></p>
<form id="pay">
<fieldset><legend>Pay by</legend>
<label><input type="radio" name="method" value="card" checked> Card</label>
<label><input type="radio" name="method" value="upi"> UPI</label>
<label><input type="radio" name="method" value="netbanking"> Netbanking</label>
</fieldset>
<fieldset data-method="card"><legend>Card</legend>
<label>Card number <input name="card_number" inputmode="numeric" autocomplete="cc-number" required></label>
<label>Expiry (MM/YY) <input name="expiry" inputmode="numeric" autocomplete="cc-exp" required></label>
<label>CVV <input name="cvv" inputmode="numeric" autocomplete="cc-csc" required></label>
</fieldset>
<fieldset data-method="upi" hidden disabled><legend>UPI</legend>
<label>UPI ID <input name="vpa" autocomplete="off" required></label>
</fieldset>
<fieldset data-method="netbanking" hidden disabled><legend>Netbanking</legend>
<label>Bank <select name="bank"><option value="HDFC">HDFC Bank</option><option value="ICIC">ICICI Bank</option><option value="SBIN">State Bank of India</option></select></label>
</fieldset>
<button type="submit" disabled>Pay ${rupees(order.amount)}</button>
</form>
<form id="bank" hidden>
<h1>Test bank</h1>
<div id="otp-fields">
<label>OTP <input id="otp" inputmode="numeric" autocomplete="one-time-code"></label>
<button type="submit">Submit OTP</button>
</div>
<p><button type="button" id="bank-success">Success</button> <button type="button" id="bank-failure" class="plain">Failure</button></p>
</form>
<script type="application/json" id="order">${data}</script>
<script type="module" src="/checkout/frame.js"></script>
</body>
</html>
`;
}
