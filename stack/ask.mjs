import { request } from 'node:http';

/**
 * Asks a web server a list of things and prints what came: `node ask.mjs ORIGIN JSON`. A program of its own, without any package, because it
 * also runs inside the server's container, from where Express can be asked without Caddy. JSON: [{ method, path, headers, body? }].
 */
const [origin = '', questions = ''] = process.argv.slice(-2);

const answers = [];
for (const { method, path, headers, body } of JSON.parse(questions)) {
  answers.push(
    await new Promise((resolve, reject) => {
      const asked = request(`${origin}${path}`, { method, headers, agent: false }, (response) => {
        response.resume().on('end', () => resolve({ status: response.statusCode, headers: response.headers }));
      });
      asked.on('error', reject).end(body);
    }),
  );
}
process.stdout.write(JSON.stringify(answers));
