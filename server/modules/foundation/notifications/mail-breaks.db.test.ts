import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { passwordChanged } from '#server/modules/people/access/auth/auth.messages.ts'
import { HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { sendMail } from './send-mail.ts'

/** A mail server that takes each message, and to `rota@` breaks the connection before its reply. */
async function openBreakingServer(how: 'closes' | 'resets') {
  const taken: { to: string; messageId: string }[] = []
  const serve = (socket: Socket) => {
    let to = ''
    let data: string | null = null
    socket.on('error', () => {})
    socket.write('220 mail.test\r\n')
    socket.on('data', (bytes) => {
      if (data !== null) data += bytes.toString()
      if (data?.endsWith('\r\n.\r\n')) {
        taken.push({ to, messageId: /^Message-ID: (.*)$/im.exec(data)?.[1] ?? '' })
        data = null
        if (!to.startsWith('rota@')) socket.write('250 taken\r\n')
        else if (how === 'closes') socket.end()
        else socket.resetAndDestroy()
      } else if (data === null) {
        const line = bytes.toString().trim()
        to = /^RCPT TO:<(.*)>/i.exec(line)?.[1] ?? to
        if (/^DATA/i.test(line)) data = ''
        socket.write(/^DATA/i.test(line) ? '354 go\r\n' : '250 ok\r\n')
      }
    })
  }
  const server = createServer(serve).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return { server, taken, port: typeof address === 'object' ? address?.port : 0 }
}

it.each(['closes', 'resets'] as const)(
  'sends a mail whose connection the server %s after DATA at most three times, and others at once',
  async (how) => {
    const { server, taken, port } = await openBreakingServer(how)
    const test = await openBookingsApp({ urls: { smtp: `smtp://127.0.0.1:${port}` } })
    const send = (address: string) => {
      const data = { device: null, at: TEST_NOW.toISOString() }
      return inTransaction(test.deps.db, (tx) =>
        sendMail(tx, test.deps, passwordChanged, { to: { address, name: null }, data }),
      )
    }
    const sentTo = (address: string) => taken.filter(({ to }) => to === address)
    try {
      for (const nth of [1, 2, 3]) await send(`rota@${nth}.test`)
      for (let past = 0; past < 3 * HOUR_MS; past += 5 * MINUTE_MS) {
        await test.runJobs()
        await send(`sana@${past}.test`)
        await test.runJobs()
        expect(sentTo(`sana@${past}.test`)).toHaveLength(1)
        test.clock.advance(5 * MINUTE_MS)
      }
      for (const nth of [1, 2, 3]) {
        const mine = sentTo(`rota@${nth}.test`).map(({ messageId }) => messageId)
        expect(mine).toHaveLength(3)
        expect(new Set(mine).size).toBe(1)
      }
      const { rows } = await asOwner(
        test.deps.databaseUrl,
        `select dead_at is not null as dead from jobs where name = 'notifications.mail'`,
      )
      expect(rows).toEqual([{ dead: true }, { dead: true }, { dead: true }])
    } finally {
      server.close()
    }
  },
  60_000,
)
