import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

// A NATS server for tests, over its text protocol: INFO, CONNECT, PING, SUB, UNSUB and PUB, without
// authentication, wildcards and queue groups.
// https://docs.nats.io/reference/reference-protocols/nats-protocol

const INFO = {
  server_id: 'SANDBOX',
  server_name: 'sandbox',
  version: '2.10.0',
  proto: 1,
  headers: true,
  max_payload: 1_048_576,
}

type Published = { subject: string; payload: string }

export type NatsSandbox = {
  url: string
  /** Messages that clients published, in order. */
  published: Published[]
  /** Number of clients with a subscription. */
  subscribers(): number
  /** Closes every connection; clients may reconnect immediately. */
  dropClients(): void
  /** Closes the server, which also refuses new connections. */
  close(): Promise<void>
}

type Client = {
  socket: Socket
  /** Subjects by subscription id. */
  subjects: Map<string, string>
  /** Whether the client receives its own messages. */
  hasEcho: boolean
}

/** Listens on `port`, or on a free port. */
export async function openNatsSandbox({ port = 0 } = {}): Promise<NatsSandbox> {
  const clients = new Set<Client>()
  const published: Published[] = []
  const server = createServer((socket) => {
    const client: Client = { socket, subjects: new Map(), hasEcho: true }
    clients.add(client)
    socket.on('close', () => clients.delete(client))
    socket.on('error', () => socket.destroy())
    socket.write(`INFO ${JSON.stringify(INFO)}\r\n`)
    let rest = ''
    // Latin-1 has one character per byte, so that a length in bytes counts characters.
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => {
      rest = readCommands(rest + text, (command) => {
        const message = obey(client, command)
        if (!message) return
        published.push(message)
        for (const each of clients) if (each !== client || each.hasEcho) deliver(each, message)
      })
    })
  })
  const dropClients = () => {
    for (const { socket } of clients) socket.destroy()
  }
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `nats://127.0.0.1:${(server.address() as AddressInfo).port}`,
    published,
    subscribers: () => [...clients].filter(({ subjects }) => subjects.size > 0).length,
    dropClients,
    close() {
      dropClients()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

type Command = { line: string; payload: string }

/** Calls `take` for each complete command; returns the incomplete rest. */
function readCommands(text: string, take: (command: Command) => void): string {
  let rest = text
  for (;;) {
    const end = rest.indexOf('\r\n')
    if (end < 0) return rest
    const line = rest.slice(0, end)
    let after = end + 2
    let payload = ''
    if (/^PUB\s/i.test(line)) {
      const bytes = Number(line.split(/\s+/).at(-1))
      if (rest.length < after + bytes + 2) return rest
      payload = rest.slice(after, after + bytes)
      after += bytes + 2
    }
    rest = rest.slice(after)
    take({ line, payload })
  }
}

/** Executes a command; returns the message to deliver when the command publishes one. */
function obey(client: Client, { line, payload }: Command): Published | undefined {
  const [verb = '', first = '', ...others] = line.split(/\s+/)
  switch (verb.toUpperCase()) {
    case 'CONNECT':
      client.hasEcho = JSON.parse(line.slice('CONNECT '.length)).echo !== false
      return undefined
    case 'PING':
      client.socket.write('PONG\r\n')
      return undefined
    case 'SUB':
      client.subjects.set(others.at(-1) ?? '', first)
      return undefined
    case 'UNSUB':
      client.subjects.delete(first)
      return undefined
    case 'PUB':
      return { subject: first, payload }
    default:
      return undefined
  }
}

function deliver({ socket, subjects }: Client, { subject, payload }: Published): void {
  for (const [id, wanted] of subjects) {
    if (wanted !== subject) continue
    socket.write(`MSG ${subject} ${id} ${payload.length}\r\n${payload}\r\n`, 'latin1')
  }
}
