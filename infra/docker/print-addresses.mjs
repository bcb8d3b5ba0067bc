import process from 'node:process';

// What `docker compose up` prints when the site is healthy. Each argument is a line.

console.log(['', ...process.argv.slice(2), ''].join('\n'));
