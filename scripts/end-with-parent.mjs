/**
 * Preloaded into the Node programs our scripts start (`--import`): ends them when the script that waits for them is gone, even by kill -9. An orphaned
 * `npm ci` would go on writing into node_modules while the next `npm start` does the same. Standard input is a pipe from the script, which the
 * system closes when that ends. Not for what those programs start in turn: they are handed this flag too, but not the pipe.
 */
if (process.env['PORTFOLIO_SCRIPT_PID'] === String(process.ppid)) {
  process.stdin.on('end', () => process.exit(1));
  process.stdin.resume();
  // A pipe is a socket here, and must not keep alive a program that is done.
  if ('unref' in process.stdin) process.stdin.unref();
}
