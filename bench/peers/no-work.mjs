import { createServer } from 'node:net';

/** Answers 201 without reading: the most that the load generator can send and receive. */
const answer = 'HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}';

createServer({ noDelay: true }, (socket) => {
  socket.on('data', () => socket.write(answer));
  socket.on('error', () => {});
}).listen(Number(process.env['PORT']), '127.0.0.1');
