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

/** Responses to a POST of a link, for mail programs; the pages of the site show their own. */
export const PAGES = {
  confirmed: page('Subscription confirmed', '<p>You will receive our newsletter. <a href="/">Home</a></p>'),
  unsubscribed: page('Unsubscribed', '<p>Your address is deleted. <a href="/">Home</a></p>'),
  invalid: page('Link not valid', '<p>This link is not valid any more. <a href="/">Home</a></p>'),
} as const;
