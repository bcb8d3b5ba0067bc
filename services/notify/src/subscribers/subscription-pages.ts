const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;

const button = (label: string): string =>
  `<form method="post"><button type="submit">${label}</button></form>`;

/** Pages without script or style, until the web has its own. A button posts to the address of the page. */
export const PAGES = {
  confirm: page('Confirm your subscription', button('Confirm subscription')),
  confirmed: page('Subscription confirmed', '<p>You will receive our newsletter. <a href="/">Home</a></p>'),
  unsubscribe: page('Unsubscribe', button('Unsubscribe')),
  unsubscribed: page('Unsubscribed', '<p>Your address is deleted. <a href="/">Home</a></p>'),
  invalid: page('Link not valid', '<p>This link is not valid any more. <a href="/">Home</a></p>'),
} as const;
