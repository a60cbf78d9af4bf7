import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { closeInOrder } from './close-in-order.ts'

/** More than the buffers of a connection hold. */
const LARGE = 'x'.repeat(32 * 1024 ** 2)
const QUICK_MS = 3_000

let app: FastifyInstance
let send: (part: string | null) => void

beforeEach(async () => {
  app = Fastify({ return503OnClosing: false })
  closeInOrder(app)
  app.get('/large', async () => LARGE)
  app.get('/slow', (_, reply) => {
    reply.raw.writeHead(200)
    send = (part) => (part === null ? reply.raw.end() : reply.raw.write(part))
    send('first ')
  })
  app.get('/small', async () => 'small')
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => app.close())

/** Opens a connection that the client keeps, and asks for `path`; `read` reads until it closes. */
async function ask(path: string) {
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`)
  const read = async () => {
    const parts: Buffer[] = []
    for await (const part of socket) parts.push(part)
    return Buffer.concat(parts).toString()
  }
  return { socket, read }
}

it('sends an answer whole to a slow reader when the server closes', async () => {
  const { read } = await ask('/large')
  await sleep(200)
  const closed = app.close()
  expect((await read()).length).toBeGreaterThan(LARGE.length)
  await closed
})

it('closes a connection after an answer that had begun before', async () => {
  const { read } = await ask('/slow')
  await sleep(100)
  const closed = app.close()
  await sleep(100)
  send('last')
  send(null)
  expect(await read()).toMatch(/first .*last/s)
  await expect(Promise.race([closed, sleep(QUICK_MS, 'late')])).resolves.not.toBe('late')
})

it('closes after the last answer to a client that never ends its own side', async () => {
  const { port } = app.server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  await once(socket, 'connect')
  socket.write('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n')
  await once(socket, 'readable')
  const closed = app.close()
  await sleep(50)
  send(null)
  try {
    await expect(Promise.race([closed, sleep(QUICK_MS, 'late')])).resolves.not.toBe('late')
  } finally {
    socket.destroy()
  }
})

it('answers the first request of a connection that was opened before the close', async () => {
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  await sleep(50)
  const closed = app.close()
  await sleep(50)
  socket.write('GET /small HTTP/1.1\r\nhost: x\r\n\r\n')
  await once(socket, 'readable')
  expect(String(socket.read())).toContain('small')
  await closed
})

it('closes a connection that sends no request within a second', async () => {
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  await sleep(50)
  const closed = app.close()
  await expect(Promise.race([closed, sleep(QUICK_MS, 'late')])).resolves.not.toBe('late')
})

it('closes a connection that waits for its next request at once', async () => {
  const { socket, read } = await ask('/small')
  await once(socket, 'readable')
  const closed = app.close()
  expect(await read()).toContain('small')
  await closed
})
