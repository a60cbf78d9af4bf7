import type { FastifyInstance, FastifyRequest } from 'fastify'

type Socket = FastifyRequest['raw']['socket']

/**
 * Lets every answer arrive whole when the server closes. Node closes a kept connection as idle once
 * its answer was handed over, also while a slow reader has not received all of it, and leaves one
 * open for minutes whose answer had begun before (`http.Server.closeIdleConnections`).
 */
export function closeInOrder({ server }: FastifyInstance): void {
  /** Number of answers on the way, by connection. */
  const answers = new Map<Socket, number>()
  let isClosing = false
  server.on('connection', (socket) => {
    answers.set(socket, 0)
    socket.once('close', () => answers.delete(socket))
  })
  server.on('request', ({ socket }, answer) => {
    answers.set(socket, (answers.get(socket) ?? 0) + 1)
    answer.once('close', () => {
      const left = (answers.get(socket) ?? 1) - 1
      if (!socket.destroyed) answers.set(socket, left)
      if (isClosing && left === 0) socket.end()
    })
  })
  server.closeIdleConnections = () => {
    isClosing = true
    for (const [socket, open] of answers) if (open === 0) socket.destroy()
  }
}
