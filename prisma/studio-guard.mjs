import { subscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';

/**
 * Preloaded into Prisma Studio (`--import`). No page may frame it, because a click there could change a message. If
 * DATABASE_URL has `require_auth=scram-sha-256`, as that of the embedded database, the server must prove by SCRAM that
 * it knows the password before Studio sends anything: Studio's client does not know that option.
 */
subscribe('http.server.request.start', (message) => {
  const { response } = /** @type {{ response: import('node:http').ServerResponse }} */ (message);
  response.setHeader('Content-Security-Policy', "frame-ancestors 'none'");
  response.setHeader('X-Frame-Options', 'DENY');
});

const url = process.env['DATABASE_URL'];
if (url?.includes('require_auth=scram-sha-256')) {
  const database = new URL(url);
  database.searchParams.delete('require_auth');
  process.env['DATABASE_URL'] = database.href;

  const { connect } = Socket.prototype;
  /** @this {Socket} @param {any[]} args @returns {any} */
  Socket.prototype.connect = function (...args) {
    if (args[0] === Number(database.port || 5432)) requireScram(this);
    return Reflect.apply(connect, this, args);
  };
}

// https://www.postgresql.org/docs/18/protocol-message-formats.html
/** Until the last message, whose signature the client checks, only SCRAM and refusals pass. @param {Socket} socket */
function requireScram(socket) {
  let received = Buffer.alloc(0);
  socket.prependListener('data', check);

  /** @param {Buffer} chunk */
  function check(chunk) {
    received = Buffer.concat([received, chunk]);
    while (received.length > 0) {
      const type = String.fromCharCode(received.readUInt8(0));
      if ('RE'.includes(type) && received.length < 9) return;
      const authentication = type === 'R' ? received.readUInt32BE(5) : undefined;
      if (authentication === 12) {
        socket.off('data', check);
        return;
      }
      if (type !== 'E' && authentication !== 10 && authentication !== 11) {
        socket.destroy(new Error('The server on this port has not proved by SCRAM that it is the database.'));
        return;
      }
      received = received.subarray(1 + received.readUInt32BE(1));
    }
  }
}
