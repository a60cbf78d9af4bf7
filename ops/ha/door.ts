import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A TCP forward to another port of this machine that can be shut, like a network that is cut. */
export type Door = { shut(): void; open(): void; close(): Promise<void> }

/** Forwards connections at `port` to `target` while the door is open. */
export async function openDoor(port: number, target: number): Promise<Door> {
  const sockets = new Set<Socket>()
  let isShut = false
  const drop = () => {
    for (const socket of sockets) socket.destroy()
  }
  const server = createServer((inner) => {
    if (isShut) return void inner.destroy()
    const outer = connect(target, '127.0.0.1')
    for (const socket of [inner, outer]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        inner.destroy()
        outer.destroy()
      })
    }
    inner.pipe(outer).pipe(inner)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    shut() {
      isShut = true
      drop()
    },
    open() {
      isShut = false
    },
    async close() {
      drop()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
