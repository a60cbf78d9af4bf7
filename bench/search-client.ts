import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const HEAD_END = Buffer.from('\r\n\r\n')
const LENGTH = /\r\ncontent-length: (\d+)/i

type Waiting = { resolve: (status: number) => void; reject: (error: Error) => void }

/**
 * Asks over kept-open connections and reads answers to their last byte, without making objects of
 * them: on a machine that also runs the server, a heavier client would be part of what is measured.
 */
export function rawClient(port: number) {
  const idle: Connection[] = []
  return {
    /** The status of the answer. */
    async get(path: string): Promise<number> {
      const connection = idle.pop() ?? (await Connection.open(port))
      const status = await connection.get(path)
      idle.push(connection)
      return status
    },
    close() {
      for (const connection of idle) connection.close()
    },
  }
}

class Connection {
  #socket: Socket
  #waiting: Waiting | null = null
  #status = 0
  /** Bytes of the body still to come; null before the head is read. */
  #left: number | null = null

  constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (chunk) => this.#read(chunk))
    socket.on('error', (error) => this.#waiting?.reject(error))
    socket.on('close', () => this.#waiting?.reject(new Error('the server hung up')))
  }

  static async open(port: number): Promise<Connection> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    return new Connection(socket)
  }

  get(path: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#left = null
      this.#socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`)
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  #read(chunk: Buffer): void {
    let body = chunk.length
    if (this.#left === null) {
      const end = chunk.indexOf(HEAD_END)
      const head = chunk.toString('latin1', 0, Math.max(0, end))
      const length = LENGTH.exec(head)?.[1]
      if (length === undefined) {
        this.#waiting?.reject(new Error('an answer whose head is not in one piece'))
        return
      }
      this.#status = Number(head.slice(9, 12))
      this.#left = Number(length)
      body -= end + HEAD_END.length
    }
    this.#left -= body
    if (this.#left > 0) return
    const waiting = this.#waiting
    this.#waiting = null
    waiting?.resolve(this.#status)
  }
}
