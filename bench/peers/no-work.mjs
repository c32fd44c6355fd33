import { createServer } from 'node:net';

/** Answers 201 to whatever comes, reading nothing: what the load generator itself can send and take. */
const answer = 'HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}';

createServer({ noDelay: true }, (socket) => {
  socket.on('data', () => socket.write(answer));
  socket.on('error', () => {});
}).listen(Number(process.env['PORT']), '127.0.0.1');
