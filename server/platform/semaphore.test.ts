import { expect, it } from 'vitest'
import { keyedSemaphore } from './semaphore.ts'

/** Creates a task that ends on command. */
function task() {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  return { run: () => ended, end }
}

it('runs the allowed number of tasks per key, queues some more and refuses the rest', async () => {
  const gate = keyedSemaphore(2, 1)
  const [one, two, three] = [task(), task(), task()]
  const running = [gate('a', one.run), gate('a', two.run), gate('a', three.run)]
  await expect(gate('a', async () => {})).rejects.toMatchObject({ code: 'busy' })
  await expect(gate('b', async () => 'free')).resolves.toBe('free')
  for (const each of [one, two, three]) each.end()
  await Promise.all(running)
})

it('removes a semaphore key when no task is in flight, also after failures', async () => {
  const gate = keyedSemaphore(1, 50)
  const failing = async () => {
    throw new Error('no')
  }
  const keys = Array.from({ length: 1_000 }, (_, n) => `key-${n % 300}`)
  await Promise.allSettled(keys.map((key, n) => gate(key, n % 2 ? failing : async () => {})))
  expect(gate.openKeys()).toBe(0)
})

it('refuses a task that waited too long for its key, and runs the next task', async () => {
  const gate = keyedSemaphore(1, 10, 30)
  const stuck = task()
  const first = gate('a', stuck.run)
  await expect(gate('a', async () => {})).rejects.toMatchObject({ code: 'busy' })
  stuck.end()
  await first
  await expect(gate('a', async () => 'free again')).resolves.toBe('free again')
  expect(gate.openKeys()).toBe(0)
})
