import { spawn } from 'node:child_process';
import { connect, createServer } from 'node:net';

/**
 * Prisma Studio in a container. It listens on 127.0.0.1 and takes no other address, which nobody outside the container reaches: so what
 * comes to port 5556 is passed on to it. docker-compose.yml publishes that port on the machine's own 127.0.0.1 alone.
 */
const STUDIO_PORT = 5555;
const OPEN_PORT = 5556;

const prisma = ['node_modules/prisma/build/index.js', 'studio', '--port', `${STUDIO_PORT}`, '--browser', 'none'];
spawn(process.execPath, prisma, { stdio: 'inherit' }).once('exit', (code) => process.exit(code ?? 1));

createServer((outside) => {
  const studio = connect(STUDIO_PORT, '127.0.0.1');
  outside.pipe(studio).pipe(outside);
  // A browser that leaves, or a Studio that is not up yet, ends this connection and nothing else.
  outside.on('error', () => studio.destroy());
  studio.on('error', () => outside.destroy());
}).listen(OPEN_PORT, '0.0.0.0');
