// Stands in for the web process: listens, is ready, drains for a moment or as long as it is told.
import http from 'node:http';

if (process.env.STAND_IN_CRASH === 'web') process.exit(7);
const server = http.createServer((request, response) => response.end('ok'));
server.listen(Number(process.env.PORT), process.env.HOST ?? '127.0.0.1', () => {
  console.log(
    JSON.stringify({ level: 30, process: 'web', msg: 'listening', port: process.env.PORT }),
  );
});
process.once('SIGTERM', () => {
  console.log('web drains');
  server.close();
  server.closeAllConnections();
  setTimeout(
    () => {
      console.log('web ended by itself');
      process.exit(0);
    },
    Number(process.env.STAND_IN_DRAIN_MS ?? 100),
  );
});
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
