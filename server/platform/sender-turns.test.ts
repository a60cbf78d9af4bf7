import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { senderTurns } from './sender-turns.ts'

const LIMITS = { width: 2, waitingEach: 3, waiting: 20, slowMs: 1_000, timeoutMs: 60_000 }

/** Files that enter in this order and end when told; `order` has who got a place, in turn. */
function desk(limits = LIMITS) {
  const turns = senderTurns(limits)
  const order: string[] = []
  const refused: string[] = []
  async function send(...senders: string[]) {
    for (const sender of senders) {
      void turns.enter(sender).then(
        () => order.push(sender),
        (error: { code: string }) => refused.push(`${sender} ${error.code}`),
      )
    }
    await sleep(0)
  }
  async function end(sender: string, ms = 10) {
    turns.leave(sender, ms)
    await sleep(0)
  }
  return { send, end, order, refused }
}

it('runs one file of a sender, lets three wait, and refuses the fifth as busy', async () => {
  const { send, order, refused } = desk()
  await send('ana', 'ana', 'ana', 'ana', 'ana', 'bruno')
  expect(order).toEqual(['ana', 'bruno'])
  expect(refused).toEqual(['ana busy'])
})

it('serves waiting files round by sender, not in the order of arrival', async () => {
  const { send, end, order } = desk({ ...LIMITS, width: 1 })
  await send('ana', 'ana', 'ana', 'ana', 'bruno', 'bruno', 'celia')
  for (const sender of ['ana', 'ana', 'bruno', 'celia', 'ana', 'bruno']) await end(sender)
  expect(order).toEqual(['ana', 'ana', 'bruno', 'celia', 'ana', 'bruno', 'ana'])
})

it('serves a sender last after a file that took more than a second', async () => {
  const { send, end, order } = desk({ ...LIMITS, width: 1 })
  await send('ana', 'ana', 'bruno', 'bruno', 'celia')
  await end('ana', 1_001)
  for (const sender of ['bruno', 'celia', 'bruno']) await end(sender, 1_000)
  expect(order).toEqual(['ana', 'bruno', 'celia', 'bruno', 'ana'])
})

it('refuses a file as busy that waited too long, and keeps its place free for others', async () => {
  const { send, end, order, refused } = desk({ ...LIMITS, width: 1, timeoutMs: 5 })
  await send('ana', 'bruno')
  await sleep(20)
  expect(refused).toEqual(['bruno busy'])
  await send('celia')
  await end('ana')
  expect(order).toEqual(['ana', 'celia'])
})
