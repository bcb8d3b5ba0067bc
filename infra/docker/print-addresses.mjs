import process from 'node:process';

// Output of `docker compose up` when the site is healthy. Each argument is a line.

console.log(['', ...process.argv.slice(2), ''].join('\n'));
