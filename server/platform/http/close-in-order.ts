import type { FastifyInstance, FastifyRequest } from 'fastify'

type Socket = FastifyRequest['raw']['socket']

/** Time in ms for the request of a connection that was opened just before the close. */
const FIRST_REQUEST_MS = 1_000

/**
 * Lets every answer arrive whole when the server closes. Node closes a kept connection as idle once
 * its answer was handed over, also while a slow reader has not received all of it, and leaves one
 * open for minutes whose answer had begun before (`http.Server.closeIdleConnections`). After the
 * last answer a connection does not wait for the client to end its side: a browser that keeps it
 * half open would hold the process for more than a minute.
 */
export function closeInOrder({ server }: FastifyInstance): void {
  /** Number of answers on the way, by connection; null before its first request. */
  const answers = new Map<Socket, number | null>()
  let isClosing = false
  server.on('connection', (socket) => {
    answers.set(socket, null)
    socket.once('close', () => answers.delete(socket))
  })
  server.on('request', ({ socket }, answer) => {
    answers.set(socket, (answers.get(socket) ?? 0) + 1)
    answer.once('close', () => {
      const left = (answers.get(socket) ?? 1) - 1
      if (!socket.destroyed) answers.set(socket, left)
      if (isClosing && left === 0) socket.destroySoon()
    })
  })
  const destroyAll = (state: 0 | null) => {
    for (const [socket, open] of answers) if (open === state) socket.destroy()
  }
  server.closeIdleConnections = () => {
    destroyAll(0)
    // Both Node and Fastify call this.
    if (isClosing) return
    isClosing = true
    setTimeout(() => destroyAll(null), FIRST_REQUEST_MS).unref()
  }
}
