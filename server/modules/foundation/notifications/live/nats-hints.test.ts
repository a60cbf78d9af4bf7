import { afterEach, describe, expect, it } from 'vitest'
import { type NatsSandbox, openNatsSandbox } from '#sandbox/nats/nats-sandbox.ts'
import { createLogger } from '#server/platform/log.ts'
import { HINTS_SUBJECT, type Hints, openNatsHints } from './nats-hints.ts'
import { noteCommit, openPause } from './wake.ts'

const log = createLogger('silent')
const poll = { timeout: 15_000 }
const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close()
})

async function openServer(port = 0): Promise<NatsSandbox> {
  const nats = await openNatsSandbox({ port })
  open.push(nats)
  return nats
}

async function openHints({ url }: NatsSandbox): Promise<Hints> {
  const hints = openNatsHints(url, log)
  open.push(hints)
  await expect.poll(hints.connected, poll).toBe(true)
  return hints
}

/** Resolves when something wakes a waiting reader. */
async function woken(): Promise<void> {
  const pause = openPause()
  pause.begin()
  await pause.rest(600_000)
  pause.end()
}

/** Publishes a hint as another process does. */
async function tellFromElsewhere({ url }: NatsSandbox): Promise<void> {
  const { connect } = await import('@nats-io/transport-node')
  const other = await connect({ servers: new URL(url).host })
  other.publish(HINTS_SUBJECT)
  await other.flush()
  await other.close()
}

describe('hints over NATS', () => {
  it('publishes an empty NATS hint to other processes after a commit', async () => {
    const nats = await openServer()
    await openHints(nats)
    noteCommit()
    await expect.poll(() => nats.published, poll).toEqual([{ subject: 'cupo.live', payload: '' }])
  })

  it('wakes the readers of this process on a NATS hint', async () => {
    const nats = await openServer()
    await openHints(nats)
    const reading = woken()
    await tellFromElsewhere(nats)
    await reading
  })

  it('receives NATS hints after a reconnection, and wakes the readers immediately', async () => {
    const nats = await openServer()
    const hints = await openHints(nats)
    const reading = woken()
    nats.dropClients()
    await reading
    await expect.poll(hints.connected, poll).toBe(true)
    await expect.poll(nats.subscribers, poll).toBe(1)
    const again = woken()
    await tellFromElsewhere(nats)
    await again
  })

  it('does not queue NATS hints while the server is unavailable', async () => {
    const first = await openServer()
    const hints = await openHints(first)
    await first.close()
    await expect.poll(hints.connected, poll).toBe(false)
    for (let n = 0; n < 100; n += 1) noteCommit()
    const second = await openServer(Number(new URL(first.url).port))
    await expect.poll(hints.connected, poll).toBe(true)
    await tellFromElsewhere(second)
    expect(second.published).toHaveLength(1)
  })

  it('closes NATS hints even if the server was never available', async () => {
    const nats = await openNatsSandbox()
    await nats.close()
    const hints = openNatsHints(nats.url, log)
    noteCommit()
    expect(hints.connected()).toBe(false)
    await hints.close()
  })
})
