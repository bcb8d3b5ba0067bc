/** Conditions of returns and refunds to begin with. */
export const REFUNDS = `<p>These conditions apply to books bought from [legal name of the seller] on [name of the site].</p>
<h2>When you can return a book</h2>
<p>You can return a book within [days for returns] days of delivery if it is damaged, has missing or misprinted pages, or is not the one you ordered. [Say here if you also take back books that the buyer does not want any more]</p>
<h2>How</h2>
<p>Open the page of your order from the e-mail that confirmed it, and ask for a return there. Please say what is wrong; a photograph helps. We reply within [number of days] working days. We collect the book or pay for the post if the mistake is ours.</p>
<h2>Your money</h2>
<p>We refund to the card or account that you paid with, [number of days] working days after the book has reached us or we have agreed that you need not send it. Your bank may take a few days more. You get a credit note by e-mail. The shipping charge is refunded when the mistake is ours.</p>
<h2>Payment without order</h2>
<p>If money left your account and you have no confirmation, wait a few minutes and look at <a href="/order-status">the status of your order</a>. A payment that becomes no order is refunded in full.</p>
<h2>Questions</h2>
<p>[E-mail address for orders], [telephone number and hours]</p>`;

/** Conditions of shipping to begin with. */
export const SHIPPING = `<p>[Name of the site] sends books within [India, or the states that you deliver to].</p>
<h2>When</h2>
<p>We hand an order to [name of the carriers] within [number of days] working days. It reaches metropolitan cities in about [number of days] days and other places in about [number of days] days. You get an e-mail with the tracking number when it leaves us.</p>
<h2>What it costs</h2>
<p>The cart shows the shipping charge before you pay. [Say here when shipping is free, if it is]</p>
<h2>If it does not arrive</h2>
<p>Please check the address on the page of your order; we can correct it until the parcel leaves. If a parcel is lost or comes back, we send the books again or refund them. If it arrives damaged, see <a href="/refund-policy">returns and refunds</a>.</p>
<h2>Questions</h2>
<p>[E-mail address for orders], [telephone number and hours]</p>`;

/** Conditions of cancellation to begin with. */
export const CANCELLATION = `<h2>By you</h2>
<p>You can ask for a cancellation until your books leave us: open the page of your order from the e-mail that confirmed it. We refund the whole amount to the card or account that you paid with, within [number of days] working days. After the books have left, our conditions of <a href="/refund-policy">returns and refunds</a> apply.</p>
<h2>By us</h2>
<p>If we cannot deliver a book, because it is out of print or the price was a plain mistake, we cancel it, say so by e-mail and refund it in full.</p>
<h2>Questions</h2>
<p>[E-mail address for orders], [telephone number and hours]</p>`;
