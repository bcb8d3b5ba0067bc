/** Sent to browsers when the web renderer gives no page and none is cached; the empty link reloads the address. */
export const UNAVAILABLE_PAGE = `<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>This page cannot be shown just now</title>
</head>
<body>
<h1>This page cannot be shown just now</h1>
<p>Our servers did not answer in time. Please try again in a moment.</p>
<p><a href="">Try again</a></p>
</body>
</html>
`;
