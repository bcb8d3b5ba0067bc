/** Terms of Service to begin with; no legal advice. */
export const TERMS = `<p>These terms are between you and [legal name of the publisher], [postal address] (“we”). They apply when you use [name of the site]. Last changed on [date].</p>
<h2>What you may do</h2>
<p>You may read, print and link to our articles for your own use. You may quote from them as the law allows, if you name [name of the site] and link to the article. Copying whole articles, or collecting them by program, needs our written permission.</p>
<h2>Not legal advice</h2>
<p>Our articles are news and explanation. They are not legal advice and create no relationship of advocate and client. Please read the judgment or the Act itself, and ask an advocate, before you act on them.</p>
<h2>Your account</h2>
<p>You must be [minimum age, such as 18] years old to make an account. What you tell us about yourself must be true. Keep your password to yourself, and tell us if somebody else may know it. We may close an account that is used against these terms or the law; we say why by e-mail.</p>
<h2>The directory of lawyers</h2>
<p>Profiles are written by the advocates and firms themselves. We recommend none of them. Advocates are responsible for keeping their profile within the rules of the Bar Council of India.</p>
<h2>Orders of books</h2>
<p>An order is accepted when we confirm it by e-mail. Prices are in Indian rupees and include taxes unless the page says otherwise. Payment is made through Razorpay. Our pages on <a href="/shipping-policy">shipping</a>, <a href="/cancellation-policy">cancellation</a> and <a href="/refund-policy">returns and refunds</a> are part of these terms.</p>
<h2>Our responsibility</h2>
<p>We take care that what we publish is right, but cannot promise that it is complete or without mistakes. [What you are and are not liable for: ask your advocate for this paragraph]</p>
<h2>Complaints</h2>
<p>Our grievance officer is named on the page <a href="/about#grievance-officer">About</a>. A grievance is acknowledged within 24 hours and decided within 15 days.</p>
<h2>Changes and law</h2>
<p>When we change these terms we change the date above. Indian law applies. Courts at [city] have jurisdiction.</p>`;

/** Privacy Policy to begin with, by what the product stores. */
export const PRIVACY = `<p>This page says what [legal name of the publisher], [postal address], does with personal data of people who use [name of the site]. Last changed on [date].</p>
<h2>What we store, and why</h2>
<ul>
<li><strong>If you only read:</strong> our server sees your internet address for as long as it takes to answer you. A cookie without your name lets us count a view of an article once. Your choice of colours and text size, saved articles and the cart stay in your browser.</li>
<li><strong>If you have an account:</strong> name, e-mail address, a protected form of your password, and what you add yourself, such as telephone number and address.</li>
<li><strong>If you list yourself in the directory:</strong> the details of your profile. They are public, as that is what a directory is for.</li>
<li><strong>If you buy:</strong> what you ordered, billing and delivery address, and the reference of the payment. Card and bank details go to Razorpay and never reach us. We must keep bills for [number of years under tax law] years.</li>
<li><strong>If you write to us or subscribe:</strong> your message and e-mail address.</li>
</ul>
<h2>Who else gets it</h2>
<p>Razorpay for payments, [name of the carriers] for deliveries, [name of the mail provider] for e-mails and [name of the hosting provider] for storage. We sell no personal data, and there is no tracking by others on our pages. [Change this sentence if you add advertisements or analytics of others]</p>
<h2>How long</h2>
<p>Accounts until you delete them; messages for [number of months] months; subscriptions until you unsubscribe.</p>
<h2>Your rights</h2>
<p>You can see and correct your data in your account, and delete the account there. You may withdraw a consent at any time, ask us what we store about you, and name somebody who may act for you. Write to [e-mail address for privacy requests]. If our answer does not satisfy you, you may complain to the Data Protection Board of India.</p>
<h2>Children</h2>
<p>Accounts are for people of [minimum age, such as 18] years or more. If a child has given us data, please write to us and we delete it.</p>
<h2>Security</h2>
<p>Connections are encrypted, passwords are stored in a form that cannot be read, and few of our staff can see orders. If data is lost or stolen in spite of this, we inform you and the Board as the law requires.</p>
<h2>Contact</h2>
<p>[Name of the person responsible for privacy]<br>[E-mail address and postal address]</p>`;
