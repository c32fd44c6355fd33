/**
 * Preloaded (`--import`) into the Node programs that commands start: ends them when the command is gone, even by kill
 * -9, which closes their standard input. An orphaned `npm ci` would go on writing into node_modules. What those
 * programs start in turn gets this flag too, but not the pipe.
 */
if (process.env['PORTFOLIO_SCRIPT_PID'] === String(process.ppid)) {
  process.stdin.on('end', () => process.exit(1));
  process.stdin.resume();
  // A pipe is a socket here, and must not keep a finished program alive.
  if ('unref' in process.stdin) process.stdin.unref();
}
